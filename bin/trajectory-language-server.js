#!/usr/bin/env node
const { ownPrograms } = require('../dist/cli/trajectory.js');

ownPrograms.lsp('trajectory-language-server', process.argv.slice(2));
