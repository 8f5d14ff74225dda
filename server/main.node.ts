#!/usr/bin/env node
import { parentPort } from 'node:worker_threads';
import { runLanguageServer } from './stdio/program';
import { diskFiles } from './viewedFiles/diskFile';
import { serveDisk } from './viewedFiles/serveDisk';

// Threads that read files run the same bundle.
if (parentPort === null)
  runLanguageServer('trajectory-language-server', process.argv.slice(2), diskFiles(__filename));
else serveDisk(parentPort);
