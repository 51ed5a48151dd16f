// What the window gets from the process: one frozen object of type Bridge and nothing else. Runs in Electron's sandbox:
// one CommonJS file that may require nothing but electron. It carries values to and fro and knows no rule of its own,
// except that a File becomes a path here, because only here may a page's File be asked for it.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge, BridgeFile } from '../../contract/bridge.ts';
import type { IntakeAnswer } from '../../contract/commands.ts';
import type { CompanionEvent } from '../../contract/events.ts';
import type { Failure, Result } from '../../contract/failure.ts';
import { channels, hearEvery, maxFilesAtOnce, maxReceivedBytes } from './channels.ts';

const processGone: Failure = {
  kind: 'service-unreachable',
  message: 'The window has lost its companion. Reports that were taken are safe. Close the app and open it again.',
};

async function ask<T>(channel: string, ...values: unknown[]): Promise<Result<T>> {
  try {
    return (await ipcRenderer.invoke(channel, ...values)) as Result<T>;
  } catch {
    return { ok: false, failure: processGone };
  }
}

async function takeOne(file: File): Promise<Result<IntakeAnswer[]>> {
  const path = webUtils.getPathForFile(file);
  if (path !== '') return ask(channels.files, [{ name: file.name, path }]);
  const rejected = (message: string): Result<IntakeAnswer[]> => ({
    ok: true,
    value: [{ name: file.name, outcome: 'rejected', stripId: null, message }],
  });
  if (file.size > maxReceivedBytes) {
    return rejected(
      `${file.name} is too large to be taken from another program. Save it to a folder and drop it from there.`,
    );
  }
  try {
    return await ask(channels.fileBytes, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  } catch {
    // The program that the picture came from has taken it back.
    return rejected(`${file.name} can no longer be read. Save it to a folder and drop it from there.`);
  }
}

async function addFiles(handedOver: readonly BridgeFile[]): Promise<Result<IntakeAnswer[]>> {
  const files = handedOver as readonly File[];
  const paths = files.map((file) => webUtils.getPathForFile(file));
  if (!paths.includes('') && files.length <= maxFilesAtOnce) {
    return ask(
      channels.files,
      files.map((file, index) => ({ name: file.name, path: paths[index] })),
    );
  }
  // One after the other, so that bytes of only one file are under way and the answers keep the order of the files.
  const answers: IntakeAnswer[] = [];
  for (const file of files) {
    const result = await takeOne(file);
    if (!result.ok) return result;
    answers.push(...result.value);
  }
  return { ok: true, value: answers };
}

// One listener for all, from the beginning: that the page hears is known whether or not anybody in it listens yet.
void ask(channels.begun);
const listeners = new Set<(event: CompanionEvent) => void>();
let heard = 0;
ipcRenderer.on(channels.event, (_event: unknown, companionEvent: CompanionEvent) => {
  for (const listener of listeners) listener(companionEvent);
  heard += 1;
  if (heard < hearEvery) return;
  void ask(channels.heard, heard);
  heard = 0;
});

const bridge: Bridge = {
  call: (name, input) => ask(channels.call, name, input),
  addFiles,
  subscribe(listener) {
    // The same function may listen twice, and each undo ends one of them.
    const forward = (companionEvent: CompanionEvent) => listener(companionEvent);
    listeners.add(forward);
    return () => void listeners.delete(forward);
  },
  image: (stripId) => ask(channels.image, stripId),
};

contextBridge.exposeInMainWorld('pilotCompanion', bridge);
