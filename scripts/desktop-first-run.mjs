// `npm run desktop:first-run`: what one person does on a computer with Electron and a display. Fetches Electron and builds
// the app, then runs test/desktop/first-run/main.ts, which writes the report. Otherwise it prints what is missing.
import { build } from './build/build.mjs';
import { displayObstacle, findElectron } from './build/electron-runtime.mjs';
import { ensurePackages } from './build/packages.mjs';
import { runEntry } from './entry.mjs';
import { PlainStop, runScript } from './plain-stop.mjs';

const print = console.log;

await runScript(async () => {
  await ensurePackages(print);
  const obstacle = displayObstacle(process.platform, process.env);
  if (obstacle !== undefined) throw new PlainStop(`Electron can't run here: ${obstacle}.`);
  const electron = await findElectron({ print, isRetry: true });
  if ('why' in electron) throw new PlainStop(`Electron can't run here: ${electron.why}.`);
  await build({ print, needsBill: false });
  process.env['PILOT_COMPANION_ELECTRON'] = electron.path;
  return runEntry('test/desktop/first-run/main.ts', []);
});
