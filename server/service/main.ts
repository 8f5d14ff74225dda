#!/usr/bin/env node
import { runService } from './program';

void runService('trajectory-service', process.argv.slice(2));
