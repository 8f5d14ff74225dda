import { afterEach, beforeEach } from 'vitest';
import { noticeFailure } from './sharedSession';
import { closeWindows, keepPictures } from './windows';

// Runs once for each file of journeys, although they share their modules.
let hasFailed = false;

// The steps of a journey build on one another: what follows a failure would wait for minutes for what never comes.
beforeEach(({ skip }) => skip(hasFailed, 'An earlier step of this journey has failed.'));

// Before the hooks of the file itself, which may wait for the window, too.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  hasFailed = true;
  noticeFailure();
  await keepPictures(task.name);
  await closeWindows();
});
