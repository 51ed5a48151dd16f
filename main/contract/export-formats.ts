// The formats in which the logbook is exported; in a file of its own, because the command line names them in its help
// and starts without the contract.
export const exportFormats = ['csv', 'csv_semicolon', 'json', 'geojson', 'kml', 'foreflight', 'logten'] as const;
export type ExportFormat = (typeof exportFormats)[number];
