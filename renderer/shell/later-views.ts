// The views that are not needed for the first look at the board. One part, because they share most of what they import.
export { ExplainView } from '../explain/explain-view.tsx';
export { FoldersView } from '../folders/folders-view.tsx';
export { SettingsView } from '../settings/settings-view.tsx';
