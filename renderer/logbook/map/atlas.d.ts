// Its type by inference would be as large as the file.
declare module 'world-atlas/countries-50m.json' {
  const topology: unknown;
  export default topology;
}
