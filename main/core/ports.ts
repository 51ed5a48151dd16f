// What core needs from the outside. A host fills each of these; tests fill them with real in-memory ones.
import type { Result } from '../contract/failure.ts';
import type { SecretPlace } from '../contract/state.ts';
import type { ProxyRoute } from './proxy-routes.ts';

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

/** Secrets by name: tokens, the application secret. Values are short texts. */
export type SecretStore = {
  readonly place: SecretPlace;
  /** Why it is not the keychain, in words for the pilot; null where it is. */
  readonly concern: string | null;
  get(name: string): Promise<Result<string | null>>;
  /** Durable when it resolves. */
  set(name: string, value: string): Promise<Result<null>>;
  delete(name: string): Promise<Result<null>>;
  /** Where there is no keychain: keep secrets in the file that the pilot agreed to, or no longer. Absent where it makes no difference. */
  readonly allowFile?: (isAllowed: boolean) => Promise<Result<null>>;
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
/** Fields are redacted before anything is written (main/core/redact.ts). */
export type Logger = {
  debug(words: string, fields?: LogFields): void;
  info(words: string, fields?: LogFields): void;
  warn(words: string, fields?: LogFields): void;
  error(words: string, fields?: LogFields): void;
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
  /** Puts a file into the system's bin, from where the pilot can take it back. Absent where this host cannot. */
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
  readonly browser: BrowserOpener;
  readonly settings: SettingsStore;
  readonly log: Logger;
  readonly system: SystemEvents;
  /** Absent: everything goes straight. A service on this computer always does. */
  readonly proxies?: ProxyFinder;
  readonly desktop: Desktop;
  readonly embeddedService: EmbeddedService;
};
