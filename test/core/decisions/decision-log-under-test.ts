// A decision log on a separate database for each test.
import { afterEach, beforeEach } from 'vitest';
import { createDecisionLog } from '../../../main/core/decisions/decision-log.ts';
import type { DecisionStore } from '../../../main/core/storage/tables/log/decisions.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { freshStores, type FreshStores } from '../storage/fresh-stores.ts';

export let stores: FreshStores;

export let clock: VirtualClock;

export let warnings: string[];

const log = () => ({ debug() {}, info() {}, warn: (message: string) => void warnings.push(message), error() {} });

export const openLog = (more: { maxRows?: number; store?: DecisionStore } = {}) =>
  createDecisionLog({ clock, log: log(), store: stores.decisions, ...more });

export const rulesOf = (path: string, decisions = openLog()) => decisions.of(path)?.decisions.map((one) => one.rule);

export const names = (page: { files: readonly { path: string }[] }) => page.files.map((file) => file.path);

/** For each test of a file. */
export function setUpDecisions() {
  beforeEach(() => {
    stores = freshStores();
    clock = createVirtualClock();
    warnings = [];
  });
  afterEach(() => stores.database.close());
}
