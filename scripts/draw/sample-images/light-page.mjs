// A report as a printed page: the airline's colour on the left, chart and figures on the right.
import { airliner, distanceNm, greatCircle, grouped, hours, punctuality, timesOf } from './facts.mjs';

const looks = {
  harbour: { main: '#0e4f8f', deep: '#0a3766', accent: '#ffc145', chart: '#dfeaf4' },
  plum: { main: '#6b2a62', deep: '#481a42', accent: '#f7a8b8', chart: '#f3e6ef' },
  signal: { main: '#c3262e', deep: '#8c171d', accent: '#ffffff', chart: '#f7e7e4' },
  forest: { main: '#1d6b45', deep: '#12482e', accent: '#ffd23f', chart: '#e2f0e6' },
};
const chart = { width: 780, height: 364, margin: 62 };

/** @param {import('./facts.mjs').Sample} sample */
export function lightPage(sample) {
  const colours = looks[/** @type {keyof typeof looks} */ (sample.look)];
  const { figures } = sample;
  const times = timesOf(sample);
  const rows = [
    ['Distance', `${grouped(Math.round(distanceNm(sample.out, sample.in)))} NM`],
    ['In the air', hours(figures.en_route)],
    ['Block to block', hours(figures.total_ft)],
    ['On board', figures.pax === 0 ? 'cargo only' : String(figures.pax)],
    ['Cargo', `${grouped(figures.cargo_kg)} kg`],
    ['Arrival', punctuality(figures.delay_min)],
  ];
  return `
  <style>
    body { display: grid; grid-template-columns: 420px 1fr; background: #fff; color: #17222e; }
    .livery { background: ${colours.main}; color: #fff; padding: 44px 40px; position: relative; overflow: hidden; }
    .livery h1 { font-size: 46px; line-height: 1.08; margin: 0; }
    .livery p { margin: 10px 0 0; font-size: 20px; opacity: .85; }
    .livery svg { position: absolute; left: 0; bottom: 0; }
    .page { padding: 30px 40px 0; }
    .head { display: flex; justify-content: space-between; font-size: 17px; color: #566573; letter-spacing: .06em; }
    .route { display: flex; align-items: baseline; gap: 22px; font: 700 74px/1 "B612 Mono"; margin: 16px 0 2px; color: ${colours.deep}; }
    .route i { flex: 1; height: 6px; border-radius: 3px; background: ${colours.main}; align-self: center; }
    .cities { display: flex; justify-content: space-between; font-size: 20px; color: #566573; margin-bottom: 14px; }
    .chart { background: ${colours.chart}; border-radius: 10px; display: block; }
    dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px 24px; margin: 18px 0 0; }
    dt { font-size: 15px; color: #566573; } dd { margin: 0; font-size: 27px; font-weight: 700; white-space: nowrap; }
  </style>
  <section class="livery">
    <h1>${sample.airline}</h1><p>${sample.callsign}</p>
    <p style="margin-top: 34px; font-size: 58px; font-weight: 700; opacity: 1; color: ${colours.accent}">${figures.aircraft}</p>
    <p style="margin-top: 0">${sample.registration}</p>
    <svg width="420" height="330" viewBox="0 0 420 330">
      <path d="M0 330 V210 C120 150 260 260 420 120 V330 Z" fill="${colours.deep}"/>
      <path d="M0 200 C120 140 260 250 420 110" stroke="${colours.accent}" stroke-width="10" fill="none"/>
      <g transform="translate(30 56) rotate(-9 200 55) scale(.9)">${airliner({ hull: '#ffffff', fin: colours.accent, shade: '#9fb0c2' })}</g>
    </svg>
  </section>
  <section class="page">
    <div class="head"><span>FLIGHT REPORT</span><span>off blocks ${times.out} Z · on blocks ${times.in} Z</span></div>
    <div class="route">${figures.icao_out}<i></i>${figures.icao_in}</div>
    <div class="cities"><span>${sample.out.city}</span><span>${sample.in.city}</span></div>
    ${drawChart(sample, colours)}
    <dl>${rows.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('')}</dl>
  </section>`;
}

/**
 * @param {import('./facts.mjs').Sample} sample
 * @param {{ main: string, deep: string }} colours
 */
function drawChart({ out, in: into, figures }, colours) {
  const points = greatCircle(out, into, 60);
  const longitudes = points.map(({ longitude }) => longitude);
  const latitudes = points.map(({ latitude }) => latitude);
  const middle = { longitude: mean(longitudes), latitude: mean(latitudes) };
  // Away from the equator, a degree of longitude is shorter than one of latitude.
  const squeeze = Math.cos((middle.latitude * Math.PI) / 180);
  const scale = Math.min(
    (chart.width - 2 * chart.margin - 40) / (spread(longitudes) * squeeze),
    (chart.height - 2 * chart.margin + 20) / spread(latitudes),
  );
  const x = (/** @type {number} */ longitude) => chart.width / 2 + (longitude - middle.longitude) * squeeze * scale;
  const y = (/** @type {number} */ latitude) => chart.height / 2 - (latitude - middle.latitude) * scale;
  const step = [1, 2, 5, 10, 20].find((degrees) => degrees * scale > 55) ?? 30;
  const steps = Array.from({ length: 81 }, (_, index) => (index - 40) * step);
  const meridians = steps
    .map((value) => Math.round(middle.longitude / step) * step + value)
    .filter((value) => isBetween(x(value), chart.width));
  const parallels = steps
    .map((value) => Math.round(middle.latitude / step) * step + value)
    .filter((value) => isBetween(y(value), chart.height));
  const mark = (/** @type {import('./facts.mjs').Place} */ place, /** @type {string} */ icao) => {
    const isRight = x(place.longitude) > chart.width / 2;
    return `<circle cx="${x(place.longitude)}" cy="${y(place.latitude)}" r="9" fill="${colours.deep}"/>
      <text x="${x(place.longitude) + (isRight ? 20 : -20)}" y="${y(place.latitude) + 7}" font-size="21" font-weight="700"
        font-family="B612 Mono" text-anchor="${isRight ? 'start' : 'end'}" fill="${colours.deep}">${icao}</text>`;
  };
  return `<svg class="chart" width="${chart.width}" height="${chart.height}" viewBox="0 0 ${chart.width} ${chart.height}">
    <g stroke="${colours.main}" opacity=".16" stroke-width="1.5">
      ${meridians.map((value) => `<path d="M${x(value)} 0 V${chart.height}"/>`).join('')}
      ${parallels.map((value) => `<path d="M0 ${y(value)} H${chart.width}"/>`).join('')}
    </g>
    <g font-size="12" fill="${colours.deep}" opacity=".5">
      ${meridians.map((value) => `<text x="${x(value) + 4}" y="${chart.height - 8}">${Math.abs(value)}°${value < 0 ? 'W' : 'E'}</text>`).join('')}
      ${parallels.map((value) => `<text x="6" y="${y(value) - 4}">${Math.abs(value)}°${value < 0 ? 'S' : 'N'}</text>`).join('')}
    </g>
    <polyline points="${points.map(({ latitude, longitude }) => `${x(longitude).toFixed(1)},${y(latitude).toFixed(1)}`).join(' ')}"
      fill="none" stroke="${colours.main}" stroke-width="6" stroke-linecap="round"/>
    ${mark(out, figures.icao_out)}${mark(into, figures.icao_in)}
  </svg>`;
}

const mean = (/** @type {number[]} */ values) => (Math.min(...values) + Math.max(...values)) / 2;
const spread = (/** @type {number[]} */ values) => Math.max(...values) - Math.min(...values) || 1;
const isBetween = (/** @type {number} */ value, /** @type {number} */ most) => value > 24 && value < most - 24;
