// The land of the world, 1:110 million, from Natural Earth.
import { feature } from 'topojson-client';
import world from 'world-atlas/land-110m.json';
import type { GeoPermissibleObjects } from 'd3-geo';

type World = Parameters<typeof feature>[0];

const topology = world as unknown as World;
export const land = feature(topology, topology.objects['land']!) as GeoPermissibleObjects;
