// The ports of core: what it needs from a host. Tests fill them with in-memory implementations.
import type { LaunchState, ShortcutState } from '../../contract/commands.ts';
import type { Failure, Result } from '../../contract/failure.ts';
import type { Layout } from '../../contract/layout.ts';
import type { SealState, SecretChoice, SecretPlace } from '../../contract/secrets.ts';
import type { UpdatesState } from '../../contract/state.ts';
import type { Message } from '../../messages/message.ts';

/** The only source of time, so that everything can run in virtual time. */
export type Clock = {
  /** Wall time, epoch milliseconds: for people and for storage. */
  now(): number;
  /** Monotonic milliseconds: for lifetimes and waits. */
  monotonic(): number;
  /** Runs `action` once after `delayMs`. Returns a function that cancels it. Never keeps the process alive. */
  schedule(delayMs: number, action: () => void): () => void;
  /** Resolves after `delayMs`, or immediately when `signal` is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
};

/**
 * Secrets by name: tokens, the application secret. Values are short texts. The second part of a name is its profile.
 */
export type SecretStore = {
  readonly place: SecretPlace;
  /** What to tell the pilot about this place: null for the keychain. */
  readonly concern: Failure | null;
  get(name: string): Promise<Result<string | null>>;
  /** Durable when it resolves. */
  set(name: string, value: string): Promise<Result<null>>;
  delete(name: string): Promise<Result<null>>;
  /** Runs `work` while no other process does for this item, from whatever data folder it works. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Absent if there is only one place, for example in tests. */
  readonly places?: SecretPlaces;
};

/** The pilot chooses for each profile where its secrets are kept. */
export type SecretPlaces = {
  storageOf(profileKey: string): SecretStorage;
  /** Chooses for a profile, and moves its secrets. The passphrase unlocks the vault, or is set as its own. */
  choose(profileKey: string, choice: SecretChoice, passphrase: string | null): Promise<Result<null>>;
  unlock(passphrase: string): Promise<Result<null>>;
  changePassphrase(from: string, to: string): Promise<Result<null>>;
  /** Names of all our secrets; `unseen`: why some could not be listed. */
  names(): Promise<{ names: string[]; unseen: Failure[] }>;
  /** Removes all our secrets, in all places, from a locked vault too. */
  removeAll(): Promise<Result<null>>;
  /**
   * The place changed, or the vault was unlocked: secrets may be readable now. Returns a function that unsubscribes.
   */
  subscribe(listener: () => void): () => void;
};

export type SecretStorage = {
  readonly choice: SecretChoice;
  readonly place: SecretPlace;
  readonly concern: Failure | null;
  readonly hasKeychain: boolean;
  /** The state of the vault's part with a passphrase. */
  readonly vault: SealState;
};

/** Opens an address in the pilot's browser. On failure the address is shown instead. */
export type BrowserOpener = { open(address: string): Promise<Result<null>> };

/** The settings document as the host keeps it (electron-store, conf). Core parses it. */
export type SettingsStore = {
  read(): unknown;
  /** Durable (temporary file, fsync, rename) when it returns. */
  write(value: unknown): void;
  /** Moves an unreadable document aside and returns its name; the last good copy, if one, replaces it. */
  keepAside(): string | null;
  /** Calls back within 2 s of a change, also of this process's own. Absent where no other process writes it. */
  onChange?(listener: () => void): () => void;
};

export type LogFields = Readonly<Record<string, unknown>>;
/** Fields are redacted before they are written (main/core/platform/masking/redact.ts). */
export type Logger = {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

/** Events of the machine: it woke up, or the network changed (a hint only). */
export type SystemEvents = {
  onResume(listener: () => void): () => void;
  onNetworkHint(listener: (online: boolean) => void): () => void;
  /** Absent if the host can't tell. */
  isOnBattery?(): boolean;
};

/** The routes to an address, in order of preference (proxy-routes.ts); queried for each call. */
export type ProxyFinder = { find(address: string): Promise<readonly ProxyRoute[]> };

/** What a desktop can do with files; absent if the host cannot. */
export type Desktop = {
  readonly chooseFolder?: () => Promise<string | null>;
  /** Asks where to save a file of this name; null when the pilot chose none. */
  readonly chooseTarget?: (name: string) => Promise<string | null>;
  readonly showFile?: (path: string) => Promise<Result<null>>;
  /** Puts a file in the system's trash, from where the pilot can restore it. Absent if this host cannot. */
  readonly trash?: (path: string) => Promise<Result<null>>;
  /** Launch at login. Absent if this host cannot. */
  readonly launch?: { read(): LaunchState; set(isWanted: boolean): Result<null> };
  /** The state of the shortcut that the settings name. Absent if this host has none. */
  readonly shortcut?: () => ShortcutState;
};

/** The built-in service of the demonstration (main/node/host/embedded-service.ts). */
export type EmbeddedService = {
  /** Starts it if it is not running. Its pilot consents automatically. */
  start(): Promise<Result<{ address: string; clientId: string; clientSecret: string; redirectPath: string }>>;
  /** The address of its console, with a token: for the browser only. Null while it does not run. */
  consoleAddress(): string | null;
  /** Adds a year of invented flights to its pilot's account, once. False: it does not run. */
  addSampleFlights(): Promise<boolean>;
  /** Returns its sample screenshots. Empty while it does not run. */
  sampleReports(): Promise<readonly { readonly path: string; readonly name: string }[]>;
  stop(): Promise<void>;
};

/** Updates of the app, where the host has any. */
type AppUpdates = {
  state(): UpdatesState;
  /** Returns when the check and its download have ended. */
  check(): Promise<Result<null>>;
  restart(): Result<null>;
  notesRead(): Result<null>;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
};

/** The text of a system notification, and the place in the window that a click opens. */
export type SystemNotification = {
  readonly title: Message;
  readonly body: Message;
  readonly place: { readonly view: 'board' | 'files' | 'settings'; readonly stripId: string | null };
};

/** `layouts`: those that it may have (0046). */
export type LookedAt = { readonly path: string; readonly layouts: readonly Layout[] };

/**
 * Starts a process of low priority that runs main/node/host/image-reader-child.ts, for one question: whether there are
 * lines of text, which route an image looks like, or which words it has. `look` is answered once; after `end`, nothing is.
 */
export type ImageReader = (
  question: 'text' | 'route' | 'words',
  on: { answer(answer: unknown): void; ended(): void },
) => {
  look(image: LookedAt): void;
  end(): void;
};

export type Ports = {
  readonly clock: Clock;
  readonly secrets: SecretStore;
  readonly browser: BrowserOpener;
  readonly settings: SettingsStore;
  readonly log: Logger;
  readonly system: SystemEvents;
  /** Absent: all requests go directly. Requests to this computer always do. */
  readonly proxies?: ProxyFinder;
  readonly desktop: Desktop;
  readonly embeddedService: EmbeddedService;
  /** Absent if the host shows no notifications. */
  readonly notify?: (notification: SystemNotification) => void;
  readonly updates?: AppUpdates;
  /** Absent: no image is looked at. */
  readonly imageReader?: ImageReader;
};

export type ProxyRoute =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly address: string }
  /** A named proxy that cannot be used. `what` names the setting. */
  | { readonly kind: 'unusable'; readonly what: string };
