"""Bots with a fault each: mock.py MODE [N]. Apart from its fault a mock is an honest bot of random moves.

N is the number of the question at which the fault shows, from 1 (where there is a question to it).
"""
import json
import os
import signal
import subprocess
import sys
import time

READY = {"type": "ready", "name": "mock", "version": "1", "at_once": 16, "reproducible": True}


def write(data):
    """Writes all of some bytes or a text to standard output."""
    data = data.encode() if isinstance(data, str) else data
    while data:
        data = data[os.write(1, data):]


def line(message):
    return json.dumps(message) + "\n"


def chosen(question):
    return question["moves"][int(question["random"], 16) % len(question["moves"])]


def illegal(question):
    """A move of the usual form that is not among the legal ones."""
    every = [f"{high}-{low}{end}" for high in range(7) for low in range(high + 1) for end in "<>"]
    return next(move for move in every if move not in question["moves"])


class Mock:
    """The honest bot. A mode is a subclass that does one thing differently."""

    ready = READY

    def __init__(self, number):
        self.number = number  # the question at which the fault shows
        self.count = 0        # questions so far

    def start(self):
        """Before anything is read."""

    def messages(self):
        """The messages that come at a time, list by list, until the input ends."""
        rest = b""
        while chunk := os.read(0, 65536):
            *lines, rest = (rest + chunk).split(b"\n")
            yield [json.loads(each) for each in lines]

    def hello(self, message):
        return line(self.ready)

    def quit(self):
        sys.exit(0)

    def end(self):
        """The input has ended."""

    def answer(self, question):
        self.count += 1
        if self.count == self.number:
            return self.fault(question)
        return line(self.move(question))

    def move(self, question):
        return {"id": question["id"], "move": chosen(question)}

    def fault(self, question):
        return line(self.move(question))

    def other(self, message):
        """A message of an unknown type."""
        return ""

    def batch(self, messages):
        """What answers messages that came together."""
        out = b""
        for message in messages:
            if message["type"] == "hello":
                said = self.hello(message)
            elif message["type"] == "choose":
                said = self.answer(message)
            elif message["type"] == "quit":
                write(out)
                out = b""
                self.quit()
                continue
            else:
                said = self.other(message)
            out += said.encode() if isinstance(said, str) else said
        return out

    def run(self):
        self.start()
        for messages in self.messages():
            write(self.batch(messages))
        self.end()


class Honest(Mock):
    pass


class Default(Mock):
    """Honest, and says nothing of itself."""

    ready = {"type": "ready"}


class Crlf(Mock):
    """Honest: ends its lines as Windows does."""

    def batch(self, messages):
        return super().batch(messages).replace(b"\n", b"\r\n")


class UnknownFields(Mock):
    """Honest: has fields and messages of its own."""

    def answer(self, question):
        more = {"type": "info", "id": question["id"], "depth": 3}
        return line(more) + line({**self.move(question), "score": [1.5, {"a": None}]})


class Notes(Mock):
    """Honest: explains itself."""

    def move(self, question):
        return {**super().move(question), "note": {"moves": len(question["moves"])}}


class LongNote(Mock):
    def fault(self, question):
        return line({**self.move(question), "note": "x" * 5000})


class ReverseOrder(Mock):
    """Honest: answers what came together from the last question to the first."""

    def batch(self, messages):
        quits = any(message["type"] == "quit" for message in messages)
        out = super().batch([message for message in reversed(messages) if message["type"] != "quit"])
        if quits:
            write(out)
            self.quit()
        return out


class ReadsSlowly(Mock):
    """Honest: takes little of its input at a time."""

    def messages(self):
        rest = b""
        while chunk := os.read(0, 100):
            time.sleep(0.0005)
            *lines, rest = (rest + chunk).split(b"\n")
            if lines:
                yield [json.loads(each) for each in lines]


class FloodsStderr(Mock):
    """Honest: writes a megabyte to standard error for each of its first questions."""

    def answer(self, question):
        if self.count < 20:
            os.write(2, b"\x1b[31mnoise\x00\xff " * (1 << 16))
        return super().answer(question)


class NeverReady(Mock):
    def hello(self, message):
        return ""


class SlowStart(Mock):
    """Is ready after N seconds."""

    def hello(self, message):
        time.sleep(self.number)
        return line(self.ready)


class HalfReady(Mock):
    def hello(self, message):
        return line(self.ready)[:20]


class HalfLine(Mock):
    """Half an answer, then silence."""

    def fault(self, question):
        write(line(self.move(question))[:9])
        signal.pause()


class EndsInLine(Mock):
    """Half an answer, then the end."""

    def fault(self, question):
        write(line(self.move(question))[:9])
        sys.exit(0)


class Silent(Mock):
    """Reads and never answers again."""

    def fault(self, question):
        while os.read(0, 65536):
            pass
        sys.exit(0)


class Sleeps(Mock):
    """Answers after a minute."""

    def fault(self, question):
        time.sleep(60)
        return super().fault(question)


class StopsReading(Mock):
    """Neither reads nor writes any more."""

    def fault(self, question):
        signal.pause()


class StopsItself(Mock):
    def fault(self, question):
        os.kill(os.getpid(), signal.SIGSTOP)
        return super().fault(question)


class Floods(Mock):
    """Endless output, and no reading any more. Nothing of it is an answer."""

    def fault(self, question):
        while True:
            write(line({"type": "noise", "text": "x" * 1000}) * 50)


class FloodsAtOnce(Mock):
    """Endless output from the start."""

    def start(self):
        while True:
            write(b"noise " * 10000)


class LongLine(Mock):
    """A line of 10 MB."""

    def fault(self, question):
        return line({**self.move(question), "more": "x" * 10_000_000})


class BadUtf8(Mock):
    def fault(self, question):
        return b'{"id": %d, "move": "\xff\xfe"}\n' % question["id"]


class NulBytes(Mock):
    def fault(self, question):
        return line(self.move(question)).replace("}", "\0}")


class Escapes(Mock):
    """What would clear the screen, ring, and set the title of a terminal."""

    def fault(self, question):
        return "\x1b[2J\x1b]0;title\x07\x1b[31mhello\n"


class EscapedMove(Mock):
    def fault(self, question):
        return line({"id": question["id"], "move": "\x1b[2J\u202e6-1<"})


class Bom(Mock):
    def fault(self, question):
        return b"\xef\xbb\xbf" + line(self.move(question)).encode()


class EmptyLine(Mock):
    def fault(self, question):
        return "\n" + line(self.move(question))


class Text(Mock):
    def fault(self, question):
        return "my move is %s\n" % chosen(question)


class Array(Mock):
    def fault(self, question):
        return line([question["id"], chosen(question)])


class Banner(Mock):
    def start(self):
        write("Welcome to mock 1.0!\n")


class IllegalMove(Mock):
    def fault(self, question):
        return line({"id": question["id"], "move": illegal(question)})


class MisspeltMove(Mock):
    """The halves of the tile the other way round."""

    def fault(self, question):
        move = next((move for move in question["moves"] if move[0] != move[2]), "6-6")
        return line({"id": question["id"], "move": move[2::-1] + move[3:]})


class Pass(Mock):
    def fault(self, question):
        return line({"id": question["id"], "move": "pass"})


class NoMove(Mock):
    def fault(self, question):
        return line({"id": question["id"]})


class TwiceAnswered(Mock):
    def fault(self, question):
        return line(self.move(question)) * 2


class FutureId(Mock):
    def fault(self, question):
        return line({"id": question["id"] + 1000, "move": chosen(question)})


class HugeId(Mock):
    def fault(self, question):
        return '{"id": 123456789012345678901234567890, "move": "6-6"}\n'


class TextId(Mock):
    def fault(self, question):
        return line({"id": str(question["id"]), "move": chosen(question)})


class NoId(Mock):
    def fault(self, question):
        return line({"move": chosen(question)})


class AnswersEarly(Mock):
    """An answer before `ready`."""

    def hello(self, message):
        return line({"id": 1, "move": "6-6"}) + line(self.ready)


class ReadyTwice(Mock):
    def hello(self, message):
        return line(self.ready) * 2


class ReadyAgain(Mock):
    def fault(self, question):
        return line(self.ready) + line(self.move(question))


class BadReady(Mock):
    ready = {**READY, "at_once": 0}


class BadName(Mock):
    ready = {**READY, "name": "a\nb"}


class DiesAtStart(Mock):
    def start(self):
        os.write(2, b"mock: no such module\n")
        sys.exit(3)


class DiesAtHello(Mock):
    def hello(self, message):
        sys.exit(3)


class Dies(Mock):
    def fault(self, question):
        os.write(2, b"Traceback: it went wrong\n")
        sys.exit(3)


class DiesAnswering(Mock):
    """Answers, and ends."""

    def fault(self, question):
        write(line(self.move(question)))
        sys.exit(0)


class DiesWrittenTo(Mock):
    """Lets its input fill up, and ends while it is being written to."""

    def fault(self, question):
        time.sleep(0.3)
        sys.exit(4)


class KilledBySignal(Mock):
    def fault(self, question):
        os.kill(os.getpid(), signal.SIGSEGV)
        signal.pause()


class ClosesInput(Mock):
    def fault(self, question):
        os.close(0)
        signal.pause()


class ClosesOutput(Mock):
    def fault(self, question):
        os.close(1)
        while os.read(0, 65536):
            pass
        signal.pause()


class IgnoresQuit(Mock):
    """Goes on after `quit`, after the end of its input, and after SIGTERM."""

    def start(self):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def quit(self):
        self.end()

    def end(self):
        while True:
            signal.pause()


class IgnoresEnd(Mock):
    """Ends when told to quit, but not when its input ends."""

    def end(self):
        signal.pause()


class LeavesChild(Mock):
    """Ends, but a child of its own keeps the pipes."""

    def fault(self, question):
        subprocess.Popen(["sleep", "3600"])
        sys.exit(0)


class LeavesChildAtEnd(Mock):
    """Honest in the game: a child of its own, deaf to SIGTERM, would outlive it."""

    def start(self):
        subprocess.Popen([sys.executable, "-c", "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
                          "while True: signal.pause()"])


class LeavesGrandchild(Mock):
    """As LeavesChildAtEnd, with a process between that has ended."""

    def start(self):
        if os.fork() == 0:
            if os.fork() == 0:
                while True:
                    signal.pause()
            os._exit(0)
        os.wait()


class EatsMemory(Mock):
    def fault(self, question):
        kept = []
        while True:
            kept.append(bytearray(b"x" * (16 << 20)))


class KeepsBack(Mock):
    """Answers only once it has as many answers as N."""

    def __init__(self, number):
        super().__init__(number)
        self.kept = b""

    def batch(self, messages):
        if any(message["type"] == "hello" for message in messages):
            return super().batch(messages)
        self.kept += super().batch(messages)
        if self.kept.count(b"\n") < self.number:
            return b""
        out, self.kept = self.kept, b""
        return out


class NeverFlushes(Mock):
    """Answers once its input ends."""

    def __init__(self, number):
        super().__init__(number)
        self.kept = b""

    def batch(self, messages):
        if any(message["type"] == "hello" for message in messages):
            return super().batch(messages)
        self.kept += super().batch(messages)
        return b""

    def end(self):
        write(self.kept)


class OneAtATime(Mock):
    """Says that it takes 16 questions at once, and drops all but the first of those that come together."""

    def batch(self, messages):
        return super().batch(messages[:1])


class Remembers(Mock):
    """Says that it is reproducible, and chooses by what it was asked before."""

    def move(self, question):
        return {"id": question["id"], "move": question["moves"][self.count % len(question["moves"])]}


class UsesId(Mock):
    """Says that it is reproducible, and chooses by the number of the question."""

    def move(self, question):
        return {"id": question["id"], "move": question["moves"][question["id"] % len(question["moves"])]}


class Dice(Mock):
    """Says that it is reproducible, and chooses by chance."""

    def move(self, question):
        return {"id": question["id"], "move": question["moves"][os.urandom(1)[0] % len(question["moves"])]}


class HonestMemory(Remembers):
    """As Remembers, but says so."""

    ready = {**READY, "reproducible": False}


class StrictFields(Mock):
    """Ends at a field that it does not know."""

    known = {"type", "id", "match", "round", "turn", "seat", "score", "hand", "dealt", "starter", "opener", "events",
             "ends", "held", "boneyard", "drawable", "moves", "random"}

    def answer(self, question):
        if set(question) - self.known:
            sys.exit(5)
        return super().answer(question)


class StrictTypes(Mock):
    """Ends at a type of message that it does not know."""

    def other(self, message):
        sys.exit(5)


class StrictOrder(Mock):
    """Finds the fields of a message by their places."""

    def messages(self):
        for messages in super().messages():
            for message in messages:
                if message["type"] == "choose":
                    assert list(message)[:2] == ["type", "id"]
            yield messages


class TwoPlayers(Mock):
    """Cannot play at tables of more than two."""

    def answer(self, question):
        if len(question["held"]) > 2:
            sys.exit(6)
        return super().answer(question)


class EndedTiles(Mock):
    """Lays the opening tile as if there were an end."""

    def move(self, question):
        return {"id": question["id"], "move": chosen(question)[:3] + "<"}


def mode_name(mode):
    """`dies-at-start` for DiesAtStart."""
    return "".join("-" + c.lower() if c.isupper() else c for c in mode.__name__).lstrip("-")


def all_modes():
    found = {}
    todo = Mock.__subclasses__()
    while todo:
        mode = todo.pop()
        found[mode_name(mode)] = mode
        todo += mode.__subclasses__()
    return found


def main():
    modes = all_modes()
    if len(sys.argv) < 2 or sys.argv[1] not in modes:
        sys.exit("mock.py: expected a mode: " + ", ".join(sorted(modes)))
    modes[sys.argv[1]](int(sys.argv[2]) if len(sys.argv) > 2 else 1).run()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)
