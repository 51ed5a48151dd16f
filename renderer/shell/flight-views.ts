// The views of the flights, in one chunk because they share most of their imports.
export { default as LogbookView } from '../logbook/logbook-view.tsx';
export { default as MapView } from '../logbook/map/map-view.tsx';
export { default as StatisticsView } from '../logbook/statistics/statistics-view.tsx';
