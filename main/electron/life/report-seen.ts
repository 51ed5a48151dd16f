// `npm start` opens the window in the browser if Electron ends before the pilot saw anything (scripts/open-in-electron.mjs).
import { writeFileSync } from 'node:fs';

/** Reports that the pilot sees the app: its window, its tray icon, a dialog, or the window of the app that runs already. */
export function reportSeen(): void {
  const report = process.env['PILOT_COMPANION_START_REPORT'];
  if (!report) return;
  try {
    writeFileSync(report, '');
  } catch {
    // The program that wanted to know is gone.
  }
}
