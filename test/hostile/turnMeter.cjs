// Runs inside of a server, before its program (`node --require`), and measures turns of its event loop on request.

let isOn = false;
let longest = 0;
let began = 0;
let used;

function begin() {
  began = performance.now();
  used = process.cpuUsage();
}

function turn() {
  const { user, system } = process.cpuUsage(used);
  // CPU time: on a busy machine, wall time includes other processes.
  longest = Math.max(longest, Math.min(performance.now() - began, (user + system) / 1000));
  begin();
  if (isOn) setImmediate(turn);
}

process.on('message', (message) => {
  isOn = message === 'measure';
  if (!isOn) return process.send({ longest });
  longest = 0;
  begin();
  setImmediate(turn);
});
// The channel must not keep the server running.
process.channel.unref();
