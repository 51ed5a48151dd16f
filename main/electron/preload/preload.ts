// What the window gets from the process: one frozen Bridge. Runs in Electron's sandbox, as one CommonJS file that may
// require electron only. It passes values through; only here can a File be turned into its path.
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge, BridgeFile } from '../../contract/bridge.ts';
import type { IntakeAnswer } from '../../contract/commands.ts';
import type { CompanionEvent } from '../../contract/events.ts';
import type { Failure, Result } from '../../contract/failure.ts';
import type { Message } from '../../messages/message.ts';
import { channels, hearEvery, maxFilesAtOnce, maxReceivedBytes } from './channels.ts';

const processGone: Failure = {
  kind: 'service-unreachable',
  message: { id: 'failure.processGone', params: {} },
};

async function ask<T>(channel: string, ...values: unknown[]): Promise<Result<T>> {
  try {
    return (await ipcRenderer.invoke(channel, ...values)) as Result<T>;
  } catch {
    return { ok: false, failure: processGone };
  }
}

async function addOne(file: File, pilot: number | null): Promise<Result<IntakeAnswer[]>> {
  const path = webUtils.getPathForFile(file);
  if (path !== '') return ask(channels.files, [{ name: file.name, path, pilot }]);
  const rejected = (message: Message): Result<IntakeAnswer[]> => ({
    ok: true,
    value: [{ name: file.name, outcome: 'rejected', stripId: null, message }],
  });
  if (file.size > maxReceivedBytes) {
    return rejected({ id: 'failure.droppedTooLarge', params: { name: file.name } });
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return await ask(channels.fileBytes, { name: file.name, bytes, pilot });
  } catch {
    // The program that offered the image has withdrawn it.
    return rejected({ id: 'failure.droppedGone', params: { name: file.name } });
  }
}

async function addFiles(given: readonly BridgeFile[], pilot: number | null): Promise<Result<IntakeAnswer[]>> {
  const files = given as readonly File[];
  const paths = files.map((file) => webUtils.getPathForFile(file));
  if (!paths.includes('') && files.length <= maxFilesAtOnce) {
    return ask(
      channels.files,
      files.map((file, index) => ({ name: file.name, path: paths[index], pilot })),
    );
  }
  // One after the other, so that only one file is in memory and the answers keep the order.
  const answers: IntakeAnswer[] = [];
  for (const file of files) {
    const result = await addOne(file, pilot);
    if (!result.ok) return result;
    answers.push(...result.value);
  }
  return { ok: true, value: answers };
}

// One listener from the start: events are confirmed whether or not the page has subscribers yet.
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
  folderPath: (folder) => webUtils.getPathForFile(folder as File) || null,
  subscribe(listener) {
    // The same function may subscribe twice; each call ends one subscription.
    const forward = (companionEvent: CompanionEvent) => listener(companionEvent);
    listeners.add(forward);
    return () => void listeners.delete(forward);
  },
  exportLogbook: (input) => ask(channels.call, 'logbook.export', input),
  image: (stripId) => ask(channels.image, stripId),
};

contextBridge.exposeInMainWorld('pilotCompanion', bridge);
