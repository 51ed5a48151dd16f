// Files passed to the program instead of the window: as arguments, by "Open with" or double click, dropped on its icon
// in the dock or the tray, or to a second start while it runs. Images are added; presets and folders are offered.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { intakeAnswerSchema, type IntakeAnswer } from '../../contract/command-outputs.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Companion } from '../../core/app/companion.ts';
import type { Ports } from '../../core/platform/ports.ts';
import { isPresetFile, readPresetFile } from '../../core/settings/presets.ts';
import { message } from '../../messages/message.ts';
import type { MainWindow } from '../window/window.ts';

type GivenFilesOptions = {
  /** Null if the companion could not start. */
  readonly companion: Promise<Companion | null>;
  readonly mainWindow: Pick<MainWindow, 'send' | 'show'>;
};

export function createGivenFiles({ companion: started, mainWindow }: GivenFilesOptions) {
  const { send, show } = mainWindow;

  async function offerPreset(path: string) {
    const read = await readPresetFile(path);
    if (read.ok) send({ type: 'preset.offered', preset: read.value });
    else send({ type: 'files.given', answers: [rejected(basename(path), read.failure)] });
  }

  async function addImages(companion: Companion, paths: readonly string[]) {
    const files = paths.map((path) => ({ path, name: basename(path) }));
    const added = await companion.addFiles(files, { kind: 'dropped' });
    const answers = added.ok ? added.value : files.map(({ name }) => rejected(name, added.failure));
    send({ type: 'files.given', answers });
  }

  /** Adds files by their absolute paths. */
  async function addGiven(paths: readonly string[]): Promise<void> {
    const companion = paths.length === 0 ? null : await started;
    if (companion === null) return;
    const presets = paths.filter(isPresetFile);
    const folders = paths.filter(isFolder);
    const images = paths.filter((path) => !presets.includes(path) && !folders.includes(path));
    for (const preset of presets) await offerPreset(preset);
    for (const path of folders) send({ type: 'folder.offered', path });
    // A question is of no use without the window.
    if (presets.length + folders.length > 0) show();
    if (images.length > 0) await addImages(companion, images);
  }

  /** Adds the newest screenshot, by the shortcut, and shows the result where the pilot is: outside the window. */
  async function addNewest(notify: NonNullable<Ports['notify']>): Promise<void> {
    const result = await (await started)?.handle('folders.addNewest', {});
    if (result === undefined) return;
    const answer = result.ok ? intakeAnswerSchema.parse(result.value) : rejected('', result.failure);
    if (answer.name !== '') send({ type: 'files.given', answers: [answer] });
    const { outcome, stripId, name } = answer;
    notify({
      title: message('app.notification.newest', { outcome: outcome === 'rejected' ? null : outcome, name }),
      body: answer.message,
      place: { view: 'board', stripId },
    });
  }

  return { addGiven, addNewest };
}

const rejected = (name: string, { message }: Failure): IntakeAnswer => ({
  name,
  outcome: 'rejected',
  stripId: null,
  message,
});

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
