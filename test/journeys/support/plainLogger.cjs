/**
 * Loaded into VS Code's server and its extension hosts before anything else. VS Code writes its logs and output
 * channels with a native module, which must be compiled and is missing when the
 * server comes from npm alone: this replacement writes the same lines to the same files.
 */
const { appendFileSync } = require('node:fs');
const Module = require('node:module');

class Logger {
  constructor(_type, _name, path) {
    this.path = path;
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'critical'])
      this[level] = (text) => appendFileSync(path, `[${level}] ${text}\n`);
  }
  getLevel() {
    return 0;
  }
  setLevel() {}
  setPattern() {}
  clearFormatters() {}
  flush() {}
  drop() {}
}

const native = { version: 0, setLevel() {}, setFlushOn() {}, Logger };
const load = Module._load;
Module._load = (request, ...rest) => {
  if (request !== 'bindings') return load(request, ...rest);
  const bindings = load(request, ...rest);
  return (name) => (name === 'spdlog' ? native : bindings(name));
};

// The server removes the option that loads this file from the environment of its extension hosts; put it back. On a
// signal they write a diagnostic report, as Node does when it crashes.
const processes = require('node:child_process');
const { fork } = processes;
processes.fork = (file, args, options = {}) => {
  const reports = ['--report-on-signal', `--report-directory=${process.env.TMPDIR}`];
  const execArgv = [...(options.execArgv ?? []), '--require', __filename, ...reports];
  return fork(file, args, { ...options, execArgv });
};
Module.syncBuiltinESMExports();
