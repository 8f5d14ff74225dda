#!/usr/bin/env node
import { parentPort } from 'node:worker_threads';
import { diskFiles } from './disk/diskFile';
import { serveDisk } from './disk/serveDisk';
import { runLanguageServer } from './stdio/program';

// Threads that read files run the same bundle.
if (parentPort === null)
  runLanguageServer('trajectory-language-server', process.argv.slice(2), diskFiles(__filename));
else serveDisk(parentPort);
