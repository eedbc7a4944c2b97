// A domino bot in JavaScript (Node), by the line protocol of balak.
"use strict";

// The pips of a move's tile: 7 of "6-1<".
const pips = (move) => Number(move[0]) + Number(move[2]);

// Returns one of question.moves; game.rules and game.options are those of the run.
function choose(question, game) {
  return question.moves.reduce((best, move) => (pips(move) > pips(best) ? move : best));
}

let game = {};
let rest = "";

// What answers a message; nothing for messages that need no answer.
function answer(message) {
  if (message.type === "hello") {
    game = message;
    return { type: "ready", name: "mybot", version: "1", at_once: 64, reproducible: true };
  }
  if (message.type === "choose") {
    return { id: message.id, move: choose(message, game) };
  }
  if (message.type === "quit") {
    process.exit();
  }
}

process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  // All that has come is answered at once: nothing may be kept back while no more input is waiting.
  const answers = lines.map((line) => answer(JSON.parse(line))).filter(Boolean);
  process.stdout.write(answers.map((each) => JSON.stringify(each) + "\n").join(""));
});
