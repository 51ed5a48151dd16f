/**
 * Identifies the app to Windows (AppUserModelId), macOS (bundle identifier) and Linux, where the desktop file has its name.
 * The same as `appId` in electron-builder.yml and `desktopName` in package.json.
 */
export const appId = 'app.pilotcompanion.PilotCompanion';
