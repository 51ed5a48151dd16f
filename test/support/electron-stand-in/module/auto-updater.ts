// `autoUpdater`: only its events, which electron-updater emits before it quits. Squirrel is not implemented.
import { KnownEvents, strict } from './strict.ts';

export const autoUpdater = strict('autoUpdater', new KnownEvents('AutoUpdater'));
