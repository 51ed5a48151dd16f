// `autoUpdater`: electron-updater tells its listeners before it quits. Squirrel is not here.
import { KnownEvents, strict } from './strict.ts';

export const autoUpdater = strict('autoUpdater', new KnownEvents('autoUpdater', ['before-quit-for-update']));
