// A report on a pane of dark glass over a scene with the aircraft.
import { airliner, distanceNm, grouped, hours, punctuality, timesOf } from './facts.mjs';

/**
 * @typedef {object} Scene
 * @property {readonly string[]} sky colours from the zenith to the horizon
 * @property {string} light the colour of sun, moon or lightning, and of the figures that matter
 * @property {readonly [number, number, number]} sun x, y, radius; radius 0: none
 * @property {readonly string[]} ridges colours of the land, far to near
 * @property {{ hull: string, fin: string, shade: string }} aircraft
 * @property {string} caption colour of the text at the lower right
 * @property {'stars' | 'snow' | 'rain' | 'clouds'} air
 */

/** @type {Record<string, Scene>} */
const scenes = {
  night: {
    sky: ['#070b24', '#1a1f52', '#4a2f74', '#8a4a80'],
    light: '#ffe9b0',
    sun: [1010, 150, 62],
    ridges: ['#2b1c4a', '#170f2e'],
    aircraft: { hull: '#d9dcf0', fin: '#ff8a5c', shade: '#5b5f86' },
    caption: '#ffffff',
    air: 'stars',
  },
  dawn: {
    sky: ['#23466e', '#5f86a8', '#f0b48a', '#ffdc9e'],
    light: '#ffe08a',
    sun: [930, 430, 84],
    ridges: ['#8a6a72', '#4d4657', '#2b2d3d'],
    aircraft: { hull: '#fdf6ea', fin: '#d3572b', shade: '#8f8891' },
    caption: '#ffffff',
    air: 'clouds',
  },
  snow: {
    sky: ['#4a86b8', '#86b6d8', '#cfe4f0', '#eff7fb'],
    light: '#bfe6ff',
    sun: [1080, 120, 46],
    ridges: ['#b9d2e2', '#dcebf3', '#ffffff'],
    aircraft: { hull: '#ffffff', fin: '#0d5f6f', shade: '#7c99ad' },
    caption: '#12344c',
    air: 'snow',
  },
  sunset: {
    sky: ['#3a1d4f', '#a3354f', '#f0703a', '#ffc45c'],
    light: '#ffd27a',
    sun: [820, 452, 96],
    ridges: ['#6e2a46', '#43203c', '#24152a'],
    aircraft: { hull: '#fff1e0', fin: '#1fa5a0', shade: '#8d5a66' },
    caption: '#ffffff',
    air: 'clouds',
  },
  storm: {
    sky: ['#1c2630', '#2c3b47', '#465763', '#7d8a83'],
    light: '#c9f27a',
    sun: [0, 0, 0],
    ridges: ['#2b3a3c', '#182325'],
    aircraft: { hull: '#e8ecea', fin: '#c9f27a', shade: '#66747a' },
    caption: '#ffffff',
    air: 'rain',
  },
};

/** @param {import('./facts.mjs').Sample} sample */
export function darkGlass(sample) {
  const scene = scenes[sample.look];
  if (scene === undefined) throw new Error(`There is no scene "${sample.look}".`);
  const { figures } = sample;
  const times = timesOf(sample);
  const rows = [
    ['Off blocks', `${times.out} Z`],
    ['On blocks', `${times.in} Z`],
    ['Air time', hours(figures.en_route)],
    ['Block time', hours(figures.total_ft)],
    ['Distance', `${grouped(Math.round(distanceNm(sample.out, sample.in)))} NM`],
    ['Passengers', figures.pax === 0 ? 'none' : String(figures.pax)],
    ['Cargo', `${grouped(figures.cargo_kg)} kg`],
    ['Arrival', punctuality(figures.delay_min)],
  ];
  return `
  <style>
    body { background: #000; color: #fff; }
    .scene { position: absolute; inset: 0; }
    .glass { position: absolute; left: 48px; top: 48px; width: 560px; height: 624px; box-sizing: border-box; padding: 34px 38px;
      background: rgb(8 12 20 / .74); border: 1px solid rgb(255 255 255 / .28); border-radius: 22px; }
    .glass h1 { font-size: 28px; margin: 0; display: flex; justify-content: space-between; align-items: baseline; }
    .glass h1 small { font-size: 17px; font-weight: 400; opacity: .75; }
    .route { font: 700 76px/1 "B612 Mono"; display: flex; justify-content: space-between; margin: 44px 0 8px; }
    .route svg { align-self: center; }
    .cities { display: flex; justify-content: space-between; font-size: 20px; opacity: .8; }
    dl { display: grid; grid-template-columns: 1fr 1fr; gap: 15px 26px; margin: 40px 0 0; }
    dl div { border-top: 1px solid rgb(255 255 255 / .22); padding-top: 9px; }
    dt { font-size: 15px; opacity: .7; } dd { margin: 1px 0 0; font-size: 25px; font-weight: 700; white-space: nowrap; }
    dl div:nth-child(3) dd, dl div:nth-child(8) dd { color: ${scene.light}; }
    .done { position: absolute; right: 48px; bottom: 44px; text-align: right; font-size: 20px; color: ${scene.caption}; }
    .done b { display: block; font-size: 38px; }
  </style>
  ${drawScene(scene)}
  <section class="glass">
    <h1>${sample.airline}<small>Flight report</small></h1>
    <div class="route"><span>${figures.icao_out}</span>
      <svg width="54" height="40"><path d="M4 20 H46 M32 6 L48 20 L32 34" fill="none" stroke="${scene.light}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>
      <span>${figures.icao_in}</span></div>
    <div class="cities"><span>${sample.out.city}</span><span>${sample.in.city}</span></div>
    <dl>${rows.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('')}</dl>
  </section>
  <div class="done"><b>${figures.aircraft} · ${sample.callsign}</b>${sample.registration} · flight completed</div>`;
}

/** @param {Scene} scene */
function drawScene({ sky, light, sun: [x, y, radius], ridges, aircraft, air }) {
  const stops = sky.map(
    (colour, index) => `<stop offset="${(index / (sky.length - 1)) * 0.82}" stop-color="${colour}"/>`,
  );
  const noise = createNoise();
  return `<svg class="scene" width="1280" height="720" viewBox="0 0 1280 720">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>
      <radialGradient id="glow"><stop stop-color="${light}" stop-opacity=".8"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient></defs>
    <rect width="1280" height="720" fill="url(#sky)"/>
    ${radius === 0 ? '' : `<circle cx="${x}" cy="${y}" r="${radius * 3.4}" fill="url(#glow)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${light}"/>`}
    ${air === 'clouds' || air === 'rain' ? clouds(air === 'rain' ? '#121a21' : '#ffffff', noise) : ''}
    ${air === 'rain' ? `<path d="M1262 0 L1220 150 L1252 158 L1202 330 L1228 336 L1192 520" fill="none" stroke="${light}" stroke-width="6" stroke-linejoin="round"/>` : ''}
    ${ridges.map((colour, index) => ridge(colour, 540 + index * 58, 90 - index * 22, noise)).join('')}
    <g transform="translate(690 250) rotate(-5 240 66) scale(1.22)">${airliner(aircraft)}</g>
    ${particles(air, noise)}
  </svg>`;
}

/** Reproducible random numbers, so that drawing an image again gives the same image. */
function createNoise() {
  let state = 20_260_512;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * @param {string} colour
 * @param {number} base
 * @param {number} height
 * @param {() => number} noise
 */
function ridge(colour, base, height, noise) {
  const tops = Array.from({ length: 15 }, (_, index) => `L${index * 92} ${(base - noise() * height).toFixed(0)}`);
  return `<path d="M0 720 ${tops.join(' ')} V720 Z" fill="${colour}"/>`;
}

/**
 * @param {string} colour
 * @param {() => number} noise
 */
function clouds(colour, noise) {
  return Array.from({ length: 9 }, () => {
    const [x, y, width] = [620 + noise() * 640, 40 + noise() * 400, 120 + noise() * 180];
    const bar = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ share) =>
      `<rect x="${x + dx}" y="${y + dy}" width="${width * share}" height="22" rx="11"/>`;
    return `<g fill="${colour}" opacity="${0.16 + noise() * 0.22}">${bar(0, 0, 1)}${bar(width * 0.2, -18, 0.55)}${bar(-width * 0.15, 18, 0.8)}</g>`;
  }).join('');
}

/**
 * @param {Scene['air']} air
 * @param {() => number} noise
 */
function particles(air, noise) {
  if (air === 'clouds') return '';
  return Array.from({ length: air === 'rain' ? 90 : 130 }, () => {
    const [x, y] = [Math.round(600 + noise() * 680), Math.round(noise() * (air === 'stars' ? 430 : 720))];
    if (air === 'rain') return `<path d="M${x} ${y} l-7 26" stroke="#dfe8e6" stroke-width="1.5" opacity=".35"/>`;
    return `<circle cx="${x}" cy="${y}" r="${(0.8 + noise() * (air === 'snow' ? 3 : 1.2)).toFixed(1)}" fill="#fff" opacity=".85"/>`;
  }).join('');
}
