// Aircraft by ICAO type designator, with rounded figures for plausible flights.

export type AircraftType = {
  designator: string;
  cruiseKt: number;
  /** The shortest leg it is used for. */
  leastNm: number;
  rangeNm: number;
  seats: number;
  cargoKg: number;
};

const type = (
  designator: string,
  cruiseKt: number,
  leastNm: number,
  rangeNm: number,
  seats: number,
  cargoKg: number,
): AircraftType => ({ designator, cruiseKt, leastNm, rangeNm, seats, cargoKg });

export const aircraftTypes: readonly AircraftType[] = [
  type('AT76', 275, 0, 700, 72, 1500),
  type('DH8D', 350, 0, 1000, 78, 1600),
  type('E190', 445, 120, 1900, 100, 2400),
  type('E195', 445, 150, 2000, 118, 2600),
  type('BCS3', 447, 150, 2900, 145, 3500),
  type('A319', 447, 150, 2600, 138, 3200),
  type('A320', 447, 150, 2700, 174, 3600),
  type('A20N', 450, 150, 3100, 180, 3800),
  type('A21N', 450, 250, 3500, 215, 4600),
  type('B738', 453, 150, 2800, 186, 3500),
  type('B38M', 453, 150, 3300, 189, 3700),
  type('B752', 461, 500, 3600, 200, 5500),
  type('A333', 470, 1500, 5600, 290, 17_000),
  type('A339', 472, 1500, 6700, 290, 17_500),
  type('B789', 488, 1500, 7300, 290, 18_000),
  type('A359', 488, 1800, 8000, 315, 19_000),
  type('B77W', 490, 2000, 7700, 365, 21_000),
  type('B748', 490, 2500, 7500, 390, 22_000),
];
