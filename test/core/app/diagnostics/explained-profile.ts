// What the diagnostics read of a profile: a database and a folder for each test, without workers.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { ExplainInput, Explanation } from '../../../../main/contract/explanation.ts';
import type { FolderState } from '../../../../main/contract/state.ts';
import { createExplainer } from '../../../../main/core/app/diagnostics/explain.ts';
import { createBoard } from '../../../../main/core/board/board.ts';
import { createDecisionLog, type DecisionLog } from '../../../../main/core/decisions/decision-log.ts';
import type { ProfileRuntime } from '../../../../main/core/profile/profile-runtime.ts';
import type { NewJob } from '../../../../main/core/storage/tables/job.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { freshStores, newJob, type FreshStores } from '../../storage/fresh-stores.ts';

type Context = {
  clock: VirtualClock;
  stores: FreshStores;
  decisions: DecisionLog;
  /** Real, and empty. */
  folder: string;
  /** The states of the watched folders. */
  folders: FolderState[];
  accountId: number | null;
  canRead: boolean | null;
  runtime: ProfileRuntime;
  explain: ReturnType<typeof createExplainer>;
};

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** For each test of a file. */
export function setUpProfile() {
  const context = {} as Context;
  beforeEach(() => {
    const clock = createVirtualClock();
    const stores = freshStores();
    const decisions = createDecisionLog({ clock, log: silent, store: stores.decisions });
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'explained-')));
    const accountId = () => context.accountId;
    const board = createBoard({
      clock,
      stores,
      profile: { key: 'demo', name: 'Service', flightPage: '' },
      pilots: { workersOf: () => null, accountId, holdOf: () => null },
      progress: () => null,
      canShowFile: false,
      isPlanned: () => true,
      isSending: () => true,
    });
    const runtime = {
      profile: { key: 'demo' },
      stores,
      decisions,
      board,
      accountId,
      workers: () => ({ canRead: () => context.canRead }),
      folders: { states: () => context.folders },
    } as unknown as ProfileRuntime;
    Object.assign(context, {
      clock,
      stores,
      decisions,
      folder,
      folders: [],
      accountId: null,
      canRead: null,
      runtime,
      explain: createExplainer(clock),
    });
    return () => {
      decisions.stop();
      stores.database.close();
      rmSync(folder, { recursive: true });
    };
  });

  return {
    context,
    at: (name: string) => join(context.folder, name),
    /** Writes a file into the folder, and returns its path. */
    write(name: string, content: string | Buffer = name) {
      const path = join(context.folder, name);
      writeFileSync(path, content);
      return path;
    },
    addJob(more: Partial<NewJob> = {}) {
      return context.stores.jobs.byId(context.stores.jobs.add(newJob(more)))!;
    },
    async told(input: ExplainInput): Promise<Explanation> {
      const result = await context.explain(context.runtime, input);
      if (!result.ok) throw new Error(result.failure.message.id);
      return result.value;
    },
  };
}
