#!/usr/bin/env node
const { ownPrograms } = require('../dist/cli/trajectory.js');

ownPrograms.service('trajectory-service', process.argv.slice(2));
