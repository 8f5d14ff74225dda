import type { Journal } from '../submit/journal';
import type { LocalService } from './localService';
import type { RecentValues } from './recentValues';
import type { Shared } from './shared';

/** What the sending commands share, on top of what all commands share. */
export interface Sender extends Shared {
  readonly journal: Journal;
  readonly recentModelIds: RecentValues;
  readonly recentSplits: RecentValues;
  readonly localService: LocalService;
}
