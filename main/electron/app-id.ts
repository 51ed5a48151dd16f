/** Identifies the app to Windows (AppUserModelId) and macOS (bundle identifier). The same as `appId` in electron-builder.yml. */
export const appId = 'app.pilotcompanion';
