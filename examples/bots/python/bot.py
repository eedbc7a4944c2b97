"""A domino bot in Python, by the line protocol of balak."""
import json
import os


def pips(move):
    """The pips of a move's tile: 7 of "6-1<"."""
    return int(move[0]) + int(move[2])


def choose(question, game):
    """Returns one of question["moves"]; game["rules"] and game["options"] are those of the run."""
    return max(question["moves"], key=pips)


def answer(message, game):
    """The line that answers a message; none for messages that need no answer."""
    if message["type"] == "hello":
        game.update(message)
        return '{"type": "ready", "name": "mybot", "version": "1", "at_once": 64, "reproducible": true}\n'
    if message["type"] == "choose":
        return json.dumps({"id": message["id"], "move": choose(message, game)}) + "\n"
    if message["type"] == "quit":
        raise SystemExit
    return ""


def main():
    game, rest = {}, b""
    # All that has come is answered at once: nothing may be kept back while no more input is waiting.
    while chunk := os.read(0, 65536):
        *lines, rest = (rest + chunk).split(b"\n")
        os.write(1, "".join(answer(json.loads(line), game) for line in lines).encode())


main()
