// What core needs from the outside. A host fills each of these; tests fill them with real in-memory ones.
import type { DatabaseSync } from 'node:sqlite';
import type { Failure, Result } from '../../contract/failure.ts';
import type { SealState, SecretChoice, SecretPlace } from '../../contract/secrets.ts';
import type { SecretRegistry } from './masking/secret-registry.ts';

/** The only source of time. Everything that waits can be run in virtual time. */
export type Clock = {
  /** Wall time, epoch milliseconds: for what people read and what is stored. */
  now(): number;
  /** Milliseconds that only go forward: for lifetimes and waits. */
  monotonic(): number;
  /** Runs `action` once after `delayMs`; returns the undo. Never keeps the process alive by itself. */
  schedule(delayMs: number, action: () => void): () => void;
  /** Resolves after `delayMs`; at once (not rejecting) when `signal` is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
};

/** Secrets by name: tokens, the application secret. Values are short texts. The second part of a name is its profile. */
export type SecretStore = {
  readonly place: SecretPlace;
  /** What the pilot should know of that place: null for the keychain. */
  readonly concern: Failure | null;
  get(name: string): Promise<Result<string | null>>;
  /** Durable when it resolves. */
  set(name: string, value: string): Promise<Result<null>>;
  delete(name: string): Promise<Result<null>>;
  /** Absent where there is one place and no choice, in tests for instance. */
  readonly places?: SecretPlaces;
};

/** Where secrets are kept is the pilot's choice for each profile. */
export type SecretPlaces = {
  keeping(profileKey: string): Keeping;
  /** Chooses for a profile; what is held of it moves there. The passphrase opens the vault, or becomes its own. */
  choose(profileKey: string, choice: SecretChoice, passphrase: string | null): Promise<Result<null>>;
  unlock(passphrase: string): Promise<Result<null>>;
  /** Uses a vault that is older than what was last written here, because the pilot put it back. */
  useOlder(passphrase: string): Promise<Result<null>>;
  changePassphrase(from: string, to: string): Promise<Result<null>>;
  /** Names of all that is kept under our name, whatever wrote it; `unseen`: why some could not be looked at. */
  names(): Promise<{ names: string[]; unseen: Failure[] }>;
  /** Removes everything under our name, in all places, what is locked in the vault too. */
  removeAll(): Promise<Result<null>>;
  /** From here on the database counts the vault's writes, so that an older copy of it is known. */
  useDatabase(database: DatabaseSync): void;
  /** Another place, or a vault that was opened: what could not be read may be there now. Returns the undo. */
  subscribe(listener: () => void): () => void;
};

export type Keeping = {
  readonly choice: SecretChoice;
  readonly place: SecretPlace;
  readonly concern: Failure | null;
  readonly hasKeychain: boolean;
  /** Of the vault's part with a passphrase. */
  readonly vault: SealState;
};

/** Opens an address in the pilot's own browser. A failure leaves the address to be shown. */
export type BrowserOpener = { open(address: string): Promise<Result<null>> };

/** The settings document as the host keeps it (electron-store, conf). What it holds is parsed by core. */
export type SettingsStore = {
  read(): unknown;
  /** Durable (written beside, synced, renamed) when it returns. */
  write(value: unknown): void;
  /** Moves a document that cannot be read aside, and names it; the last good copy, where there is one, takes its place. */
  keepAside(): string | null;
};

export type LogFields = Readonly<Record<string, unknown>>;
/** Fields are redacted before anything is written (main/core/platform/masking/redact.ts). */
export type Logger = {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

/** Things to know of the machine: it woke up, or the network came or went (a hint only, never the truth). */
export type SystemEvents = {
  onResume(listener: () => void): () => void;
  onNetworkHint(listener: (online: boolean) => void): () => void;
};

/** Which way requests to an address go, in the order of trying (proxy-routes.ts): asked for each call. */
export type ProxyFinder = { find(address: string): Promise<readonly ProxyRoute[]> };

/** What a desktop can do with files; absent where the host cannot. */
export type Desktop = {
  readonly chooseFolder?: () => Promise<string | null>;
  readonly showFile?: (path: string) => Promise<Result<null>>;
  /** Puts a file in the system's trash, from where the pilot can restore it. Absent where this host cannot. */
  readonly trash?: (path: string) => Promise<Result<null>>;
};

/** The built-in service of the demo mode (main/node/embedded-service.ts). */
export type EmbeddedService = {
  /** Starts it where it is not running yet. The pilot of the demo consents by itself. */
  start(): Promise<Result<{ address: string; clientId: string; clientSecret: string; redirectPath: string }>>;
  /** Where it can be looked into, with the token that opens it: for the browser alone. Null while it does not run. */
  consoleAddress(): string | null;
  stop(): Promise<void>;
};

export type Ports = {
  readonly clock: Clock;
  readonly secrets: SecretStore;
  /** The one that the log masks by. */
  readonly liveSecrets: SecretRegistry;
  readonly browser: BrowserOpener;
  readonly settings: SettingsStore;
  readonly log: Logger;
  readonly system: SystemEvents;
  /** Absent: everything goes straight. A service on this computer always does. */
  readonly proxies?: ProxyFinder;
  readonly desktop: Desktop;
  readonly embeddedService: EmbeddedService;
};

export type ProxyRoute =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly address: string }
  /** Named, and not to be used as it is. `what` says in short who named it. */
  | { readonly kind: 'unusable'; readonly what: string };
