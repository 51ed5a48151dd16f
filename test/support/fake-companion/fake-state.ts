// The state of a companion in which nothing has happened yet.
import { defaultRules } from '../../../main/contract/folder-rules.ts';
import type { AppState, FolderState } from '../../../main/contract/state.ts';

export function emptyAppState(now: number, begun: boolean): AppState {
  return {
    version: 1,
    now,
    begun,
    setup: begun ? 'done' : 'none',
    language: 'system',
    times: 'utc',
    service: {
      profile: 'demo',
      kind: 'demo',
      choice: 'demo',
      name: 'Demo service',
      address: 'http://127.0.0.1:4010',
      canRead: true,
      maxFileBytes: 10 * 1024 * 1024,
      isTestService: true,
      hasConsole: true,
    },
    account: begun
      ? {
          status: 'signed-in',
          name: 'Demo Pilot',
          since: now - 3_600_000,
          scopes: ['openid', 'profile', 'flights:read', 'flights:write'],
          mayUpload: true,
          missing: [],
          concern: null,
        }
      : { status: 'none' },
    accounts: [],
    signIn: null,
    secretsIn: 'keychain',
    keeping: { choice: 'keychain', hasKeychain: true, vault: 'none' },
    isWorking: true,
    worker: { is: 'this' },
    settingsConcern: null,
    dataConcern: null,
    secretsConcern: null,
    connection: { status: 'online', since: now - 3_600_000, concern: null },
    queue: { paused: false, waiting: 0, uploading: 0, unconfirmed: 0, held: 0, approval: 0, declined: 0, rejected: 0 },
    bays: { 'needs-attention': 0, queue: 0, 'under-review': 0, completed: 0, 'not-uploaded': 0 },
    completedToday: 0,
    logbook: { status: 'complete', flights: 0, unread: 0 },
    runway: {
      past: [],
      planned: [],
      nextAt: null,
      allUploadedAt: null,
      requestsLeft: 60,
      requestsPerMinute: 60,
      minGapMs: 5_000,
      service: null,
      pausedUntil: null,
    },
    folders: [],
    host: { kind: 'browser', canChooseFolder: false, canShowFile: false, canTrash: true, version: '0.1.0' },
  };
}

export const makeFolder = (more: Partial<FolderState> = {}): FolderState => ({
  id: 'shots',
  path: '/home/anna/shots',
  name: 'shots',
  status: 'watching',
  since: 1_746_000_000_000,
  added: 2,
  growing: 0,
  existing: 0,
  otherNames: 0,
  skipped: [],
  skippedCount: more.skipped?.length ?? 0,
  rules: defaultRules,
  notFiled: [],
  concern: null,
  ...more,
});
