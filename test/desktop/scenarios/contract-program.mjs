// A program of the contract (contract.ts), in place of the app: `--what=before-ready|relaunch --folder=FOLDER`. It writes
// its answers into the folder and ends.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, globalShortcut, Notification, protocol, screen, session, Tray, utilityProcess } from 'electron';

/** @param {string} name */
const option = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
/** @param {string} name @param {unknown} value */
const write = (name, value) => writeFileSync(join(option('folder'), name), JSON.stringify(value));

const works = /** @type {const} */ ({
  getPreferredSystemLanguages: () => app.getPreferredSystemLanguages(),
  showMessageBox: () => dialog.showMessageBox({ message: 'early' }),
  showOpenDialog: () => dialog.showOpenDialog({}),
  register: () => globalShortcut.register('Control+Alt+Shift+F10', () => {}),
  Notification: () => new Notification({ title: 'early' }),
  handle: () => protocol.handle('app', () => new Response('early')),
  getAllDisplays: () => screen.getAllDisplays(),
  defaultSession: () => session.defaultSession,
  fromPartition: () => session.fromPartition('early'),
  Tray: () => new Tray('no-image.png'),
  fork: () => utilityProcess.fork('no-program.js'),
});

/** @param {() => unknown} work */
async function answerOf(work) {
  try {
    await work();
    return 'allowed';
  } catch (reason) {
    return String(reason);
  }
}

async function answerAll() {
  /** @type {Record<string, string>} */
  const answers = {};
  for (const [name, work] of Object.entries(works)) answers[name] = await answerOf(work);
  answers['showErrorBox'] =
    process.platform === 'linux' ? await answerOf(() => dialog.showErrorBox('Early', 'error')) : 'not tried';
  write('before-ready.json', answers);
}

switch (option('what')) {
  case 'before-ready':
    await answerAll();
    break;
  case 'relaunch':
    app.relaunch({
      args: [
        ...process.argv.slice(1).map((arg) => arg.replace('--what=relaunch', '--what=again')),
        '--given=Flüge “1”.png',
      ],
    });
    break;
  default:
    write(
      'relaunched.json',
      process.argv.filter((arg) => arg.startsWith('--given=')),
    );
}
app.exit(0);
