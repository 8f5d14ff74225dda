#!/usr/bin/env node
import { runLanguageServer } from './stdio/program';

runLanguageServer('trajectory-language-server', process.argv.slice(2));
