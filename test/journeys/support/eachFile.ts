import { afterEach } from 'vitest';
import { noticeFailure } from './sharedSession';
import { keepPictures } from './windows';

// Runs once for each file of journeys, although they share their modules.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  noticeFailure();
  await keepPictures(task.name);
});
