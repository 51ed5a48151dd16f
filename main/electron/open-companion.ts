// Opens the companion with core's ports filled by Electron.
import { join } from 'node:path';
import { app, session, type BrowserWindow } from 'electron';
import { createCompanion, type Companion } from '../core/app/companion.ts';
import type { Clock, Desktop, Logger, Ports, SettingsStore } from '../core/platform/ports.ts';
import { readPresetFile, readPresetFolder } from '../core/settings/presets.ts';
import { secretChoicesOf } from '../core/settings/secret-choices.ts';
import type { Result } from '../contract/failure.ts';
import { createEmbeddedService } from '../node/host/embedded-service.ts';
import { createSecretStore } from '../node/secrets/secret-store.ts';
import { message } from '../messages/message.ts';
import { text } from './appearance.ts';
import type { RunOptions } from './run-options.ts';
import { createSystemProxies } from './system/network-hint.ts';
import { createDesktop, createSystemEvents, readImages } from './system/ports.ts';

type OpenOptions = Required<Pick<Ports, 'browser' | 'notify' | 'updates'> & Pick<Desktop, 'launch' | 'shortcut'>> & {
  readonly run: RunOptions;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: SettingsStore;
  /** In front of which dialogs are shown. */
  readonly window: () => BrowserWindow | undefined;
  /** Whether the desktop shows tray icons. */
  readonly hasTray: Promise<boolean>;
};

/** Call it when the app is ready. Waits up to seven seconds for a keychain that does not answer. */
export async function openCompanion(options: OpenOptions): Promise<Result<Companion>> {
  const { run, dataDir, clock, log, settings, browser, notify, updates, launch, shortcut } = options;
  const preset = run.presetPath === null ? null : await readPresetFile(run.presetPath);
  if (preset?.ok === false) return preset;
  const builtIn = await readPresetFolder(join(process.resourcesPath, 'presets'));
  // The package check rejects such a folder (scripts/build/package-check.mjs), so it was changed afterwards.
  for (const failure of builtIn.failures) log.warn('ignored an invalid built-in preset', { failure });
  const presets = [...builtIn.presets, ...(preset ? [preset.value] : [])];
  const secrets = await createSecretStore({
    dataDir,
    choiceOf: secretChoicesOf(settings, run.allowFileVault ? 'open-vault' : 'keychain'),
    log,
    // The pilot's own items stay as they are.
    ...(run.smoke && { service: 'Pilot Companion smoke test' }),
  });
  return createCompanion({
    ports: {
      clock,
      secrets,
      browser,
      settings,
      log,
      system: createSystemEvents(clock),
      proxies: createSystemProxies((address) => session.defaultSession.resolveProxy(address)),
      desktop: {
        ...createDesktop(options.window, {
          folder: () => text(message('app.chooseFolder')),
          save: () => text(message('app.saveFlights')),
        }),
        launch,
        shortcut,
      },
      notify,
      updates,
      imageReader: readImages,
      embeddedService: createEmbeddedService({ dataDir, log }),
    },
    dataDir,
    host: {
      kind: 'desktop',
      version: app.getVersion(),
      ...(app.commandLine.hasSwitch('no-sandbox') && { withoutSandbox: true }),
      ...(!(await options.hasTray) && { withoutTray: true }),
    },
    ...(presets.length > 0 && { presets }),
    ...(run.profile !== null && { profile: run.profile }),
  });
}
