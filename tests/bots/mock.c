/* The quickest bot there can be, to measure what the pipes and balak take: it answers each question with the first of
 * its moves, and parses no more than it must. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { room = 1 << 20 };

/* Appends the answer to one line, or to `hello`. Returns the new end of `out`; NULL for `quit`. */
static char* answer(const char* line, char* out) {
    static const char question[] = "{\"type\":\"choose\",\"id\":";
    static const char moves[] = "\"moves\":[\"";
    if (strncmp(line, question, sizeof question - 1) == 0) {
        const char* const id = line + sizeof question - 1;
        const size_t digits = strspn(id, "0123456789");
        const char* const move = strstr(id + digits, moves) + sizeof moves - 1;
        const size_t length = strcspn(move, "\"");
        memcpy(out, "{\"id\":", 6);
        memcpy(out + 6, id, digits);
        memcpy(out + 6 + digits, ",\"move\":\"", 9);
        memcpy(out + 15 + digits, move, length);
        memcpy(out + 15 + digits + length, "\"}\n", 3);
        return out + 18 + digits + length;
    }
    if (strncmp(line, "{\"type\":\"hello\"", 15) == 0) {
        static const char ready[] =
            "{\"type\":\"ready\",\"name\":\"first move\",\"at_once\":64,\"reproducible\":true}\n";
        memcpy(out, ready, sizeof ready - 1);
        return out + sizeof ready - 1;
    }
    return strncmp(line, "{\"type\":\"quit\"", 14) == 0 ? NULL : out;
}

int main(void) {
    static char in[room];
    static char out[room];
    size_t kept = 0;
    for (;;) {
        const ssize_t count = read(0, in + kept, sizeof in - 1 - kept);
        if (count <= 0) {
            return 0;
        }
        kept += (size_t)count;
        in[kept] = '\0';
        char* line = in;
        char* end = out;
        for (char* feed = strchr(line, '\n'); feed != NULL; feed = strchr(line, '\n')) {
            *feed = '\0';
            end = answer(line, end);
            if (end == NULL) {
                return 0;
            }
            line = feed + 1;
        }
        kept -= (size_t)(line - in);
        memmove(in, line, kept);
        for (const char* next = out; next < end;) {
            const ssize_t written = write(1, next, (size_t)(end - next));
            if (written < 0) {
                return 1;
            }
            next += written;
        }
    }
}
