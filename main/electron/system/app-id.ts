/**
 * Identifies the app to Windows (AppUserModelId), macOS (bundle identifier) and Linux, where the desktop file has its name.
 * The same as `appId` in electron-builder.yml and `desktopName` in package.json.
 */
export const appId = 'app.pilotcompanion.PilotCompanion';

/**
 * The class that Windows calls after a click on a notification. Without one, Electron registers a new one for each
 * installation, and an uninstall (build/installer.nsh) couldn't remove it.
 */
export const toastActivatorId = '{6F9D2C41-5B0E-4C37-9A64-1E8B7D3F2A95}';
