// Views that the board doesn't need at first, in one chunk because they share most of their imports.
export { Offers } from './offers.tsx';
export { default as News } from '../board/news.tsx';
export { ReportChoice } from '../board/choice-bar.tsx';
export { UpdateNotice } from '../settings/updates.tsx';
export { default as KeySheet } from '../commands/key-sheet.tsx';
export { default as Palette } from './palette.tsx';
export { FilesView } from '../explain/files-view.tsx';
export { FirstStart } from '../first-start/first-start.tsx';
export { Setup } from '../first-start/setup.tsx';
export { Detail, routeMap } from '../detail/detail.tsx';
export { AcceptRoutes } from '../list/accept-routes.tsx';
export { default as OpenImage } from '../detail/image-viewer.tsx';
export { SettingsView } from '../settings/settings-view.tsx';
