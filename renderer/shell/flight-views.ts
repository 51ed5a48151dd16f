// The views of what was flown. One part, because they share most of what they import.
export { default as LogbookView } from '../logbook/list/logbook-view.tsx';
export { default as MapView } from '../logbook/map/map-view.tsx';
export { default as StatisticsView } from '../logbook/statistics/statistics-view.tsx';
