// Opens the companion on a data folder, with core's ports filled by plain Node.
import { join } from 'node:path';
import { createCompanion, type Companion, type CompanionOptions } from '../../core/app/companion.ts';
import { createFileLog } from '../../core/platform/logging/log-file.ts';
import type {
  BrowserOpener,
  EmbeddedService,
  SecretStorage,
  Logger,
  Ports,
  SecretPlaces,
} from '../../core/platform/ports.ts';
import { choiceOf, profileKeyOf } from '../../core/settings/profile-choice.ts';
import { environmentRoute } from '../../core/platform/network/proxy-routes.ts';
import { secretChoicesOf } from '../../core/settings/secret-choices.ts';
import { settingsOrDefaults } from '../../core/settings/settings.ts';
import { errorCode } from '../../core/platform/error-code.ts';
import { failures } from '../../core/messages/failures.ts';
import { makeFolder } from '../../core/platform/files/make-folder.ts';
import { sleptMs, systemClock } from '../../core/platform/system-clock.ts';
import { failed, type Result } from '../../contract/failure.ts';
import type { SecretChoice } from '../../contract/secrets.ts';
import { createEmbeddedService } from './embedded-service.ts';
import { readImages } from './image-reader.ts';
import { createMemoryStore } from '../secrets/memory-store.ts';
import { createSecretStore, type SecretStoreOptions } from '../secrets/secret-store.ts';
import { createSystemTrash } from '../system/trash.ts';
import { setTimes } from './text.ts';
import { createSettingsStore } from '../system/settings-store.ts';
import { createSystemEvents } from '../system/system-events.ts';
import { version } from '../system/places.ts';

export type OpenOptions = {
  readonly dataDir: string;
  readonly profile?: CompanionOptions['profile'];
  readonly presets?: CompanionOptions['presets'];
  readonly work?: CompanionOptions['work'];
  /** Where secrets are stored in this run, for profiles without a choice in the settings; the keychain by default. */
  readonly keepIn?: SecretChoice;
  /** Called before any secret is read, to open the vault. */
  readonly unlock?: (places: SecretPlaces, secretStorage: SecretStorage) => Promise<void>;
  /** Replaces this computer's own stores in tests. */
  readonly secretStore?: Pick<SecretStoreOptions, 'env' | 'platform' | 'workFactor' | 'keytar' | 'service'>;
  /** Stores sign-ins in this process only. */
  readonly secretsInMemory?: boolean;
  /** Called as soon as there is a log, so that it records failures of opening too. */
  readonly onLog?: (log: Logger) => void;
  readonly browser: (log: Logger) => BrowserOpener;
  readonly embeddedService?: (deps: { dataDir: string; log: Logger }) => EmbeddedService;
};

export type Opened = {
  readonly companion: Companion;
  readonly ports: Ports;
  close(): Promise<void>;
};

export async function openCompanion(options: OpenOptions): Promise<Result<Opened>> {
  const { dataDir } = options;
  const clock = systemClock;
  try {
    makeFolder(dataDir);
  } catch (error) {
    return failed(failures.dataFolderUnusable(dataDir, errorCode(error)));
  }
  const log = createFileLog({ folder: join(dataDir, 'logs'), clock });
  options.onLog?.(log);
  const settings = createSettingsStore(dataDir, clock);
  const secrets = options.secretsInMemory
    ? createMemoryStore()
    : await createSecretStore({
        dataDir,
        choiceOf: secretChoicesOf(settings, options.keepIn ?? 'keychain'),
        log,
        ...options.secretStore,
      });
  if (secrets.places && options.unlock) {
    const known = settingsOrDefaults(settings.read());
    const choice = options.profile ?? (known.profile === null ? null : choiceOf(known.profile));
    await options.unlock(secrets.places, secrets.places.storageOf(profileKeyOf(choice, known)));
  }
  const trash = createSystemTrash({ platform: process.platform, env: process.env, clock });
  const ports: Ports = {
    clock,
    secrets,
    browser: options.browser(log),
    settings,
    log,
    system: createSystemEvents(clock, process.platform === 'linux' ? sleptMs : null),
    proxies: { find: async (address) => [environmentRoute(process.env, address)] },
    desktop: trash ? { trash } : {},
    imageReader: readImages,
    embeddedService: (options.embeddedService ?? createEmbeddedService)({ dataDir, log }),
  };
  const created = await createCompanion({
    ports,
    dataDir,
    host: { kind: 'browser', version },
    ...(options.profile && { profile: options.profile }),
    ...(options.presets && { presets: options.presets }),
    ...(options.work && { work: options.work }),
  });
  if (!created.ok) return created;
  setTimes(settingsOrDefaults(settings.read()).times);
  // Core's timers do not keep a process alive, but this host runs until it is closed.
  const alive = setInterval(() => {}, 60_000);
  return {
    ok: true,
    value: {
      companion: created.value,
      ports,
      async close() {
        await created.value.stop();
        clearInterval(alive);
      },
    },
  };
}
