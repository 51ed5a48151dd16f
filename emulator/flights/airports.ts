// Well-known airports by ICAO code, with latitude and longitude in degrees.

export type Airport = {
  icao: string;
  latitude: number;
  longitude: number;
};

const table = `
EDDF 50.03 8.56|EDDM 48.35 11.79|EDDB 52.36 13.50|EDDH 53.63 9.99|EDDL 51.29 6.77|EGLL 51.47 -0.45|EGKK 51.15 -0.19
EGCC 53.35 -2.27|EGPH 55.95 -3.37|EIDW 53.42 -6.27|LFPG 49.01 2.55|LFMN 43.66 7.22|LFLL 45.73 5.08|EHAM 52.31 4.76
EBBR 50.90 4.48|ELLX 49.63 6.20|LSZH 47.46 8.55|LSGG 46.24 6.11|LOWW 48.11 16.57|LOWS 47.79 13.00|LOWG 46.99 15.44
LIRF 41.80 12.24|LIMC 45.63 8.72|LIPZ 45.51 12.35|LEMD 40.47 -3.56|LEBL 41.30 2.08|LEPA 39.55 2.74|LPPT 38.77 -9.13
LPMA 32.70 -16.77|LGAV 37.94 23.94|LTFM 41.26 28.74|EKCH 55.62 12.66|ENGM 60.20 11.08|ENBR 60.29 5.22|ESSA 59.65 17.92
EFHK 60.32 24.96|EPWA 52.17 20.97|LKPR 50.10 14.26|LHBP 47.44 19.26|LROP 44.57 26.10|BIKF 63.99 -22.61|LLBG 32.01 34.89
OMDB 25.25 55.36|OTHH 25.27 51.61|VIDP 28.57 77.10|VTBS 13.69 100.75|WSSS 1.36 103.99|VHHH 22.31 113.91|RJTT 35.55 139.78
RKSI 37.46 126.44|ZSPD 31.14 121.81|YSSY -33.95 151.18|YMML -37.67 144.84|NZAA -37.01 174.79|FACT -33.97 18.60
FAOR -26.14 28.25|HECA 30.12 31.41|GMMN 33.37 -7.59|KJFK 40.64 -73.78|KBOS 42.36 -71.01|KORD 41.98 -87.90|KATL 33.64 -84.43
KMIA 25.79 -80.29|KDEN 39.86 -104.67|KLAX 33.94 -118.41|KSFO 37.62 -122.38|KSEA 47.45 -122.31|CYYZ 43.68 -79.63
CYVR 49.19 -123.18|MMMX 19.44 -99.07|SBGR -23.43 -46.47|SAEZ -34.82 -58.54|SCEL -33.39 -70.79
`;

export const airports: readonly Airport[] = table
  .trim()
  .split(/[|\n]/)
  .map((entry) => {
    const [icao = '', latitude, longitude] = entry.split(' ');
    return { icao, latitude: Number(latitude), longitude: Number(longitude) };
  });

const earthRadiusNm = 3440.065;

/** The great-circle distance in nautical miles. */
export function distanceNm(from: Airport, to: Airport): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfLatitude = radians(to.latitude - from.latitude) / 2;
  const halfLongitude = radians(to.longitude - from.longitude) / 2;
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(halfLongitude) ** 2;
  return 2 * earthRadiusNm * Math.asin(Math.min(1, Math.sqrt(chord)));
}
