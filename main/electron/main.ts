// Entry of the desktop app: which folder, and which process works on it. The life of that process is in live.ts.
import '../core/platform/inspector-signal.ts';
import { mkdtempSync, rmSync, accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, crashReporter, dialog, protocol } from 'electron';
import { message } from '../messages/message.ts';
import { appScheme } from './window/protocol.ts';
import { readRunOptions, type SecondStart } from './run-options.ts';
import { appId, toastActivatorId } from './system/app-id.ts';
import { reportSeen } from './life/report-seen.ts';
import { live } from './live.ts';
import { text } from './appearance.ts';
import type { Failure } from '../contract/failure.ts';
import { failures } from '../core/messages/failures.ts';
import { errorCode } from '../core/platform/error-code.ts';
import { makeFolder } from '../core/platform/files/make-folder.ts';

// Before anything else that Windows could group under another id.
if (process.platform === 'win32') {
  app.setAppUserModelId(appId);
  app.setToastActivatorCLSID(toastActivatorId);
}
// Every page, in any window.
app.enableSandbox();
app.setName('Pilot Companion');
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
]);

/** Started from the repository, the first argument is its folder. */
const args = process.argv.slice(process.defaultApp ? 2 : 1);
const run = readRunOptions(args, process.env);
const dataDir = run.dataDir ?? (run.smoke === null ? app.getPath('userData') : temporaryFolder());
const unusable = prepareDataFolder(dataDir);

if (unusable !== null) {
  for (const name of ['userData', 'sessionData'] as const) app.setPath(name, temporaryFolder());
  endWith(unusable);
} else {
  app.setPath('userData', dataDir);
  // Keeps Chromium's files apart from ours.
  app.setPath('sessionData', join(dataDir, 'window'));
  app.setPath('crashDumps', join(dataDir, 'crashes'));
  // Minidumps stay on this computer. Their names are in the diagnostics file.
  crashReporter.start({ uploadToServer: false });

  const start: SecondStart = { args, workingFolder: process.cwd() };
  if (app.requestSingleInstanceLock(start)) begin(start);
  else {
    reportSeen();
    app.exit(0);
  }
}

/** A full disk fails the first write. Electron would continue without a window, and keep later starts out. */
function begin(start: SecondStart) {
  try {
    live({ run, dataDir, start });
  } catch (error) {
    console.error(error);
    endWith(failures.dataFolderUnusable(dataDir, errorCode(error)));
  }
}

function endWith({ message: why }: Failure) {
  // Before that, Linux shows no dialog.
  void app.whenReady().then(() => {
    reportSeen();
    dialog.showErrorBox(text(message('app.notStartedTitle')), text(why));
    app.exit(1);
  });
}

/** For a smoke test, which leaves the pilot's own data alone, and for Chromium while it shows that the data folder is unusable. Windows may keep some files open until the process is gone. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-smoke-'));
  process.on('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The system cleans its temporary folder.
    }
  });
  return folder;
}

// The data folder of this run, created if it is missing.

/** Returns why the folder cannot be used, or null. Nothing else works without it, not even the log. */
function prepareDataFolder(folder: string): Failure | null {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return failures.dataFolderUnusable(folder, errorCode(error));
  }
}
