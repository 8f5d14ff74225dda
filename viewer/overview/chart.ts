import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type ElementPart } from 'lit/directive.js';
import { noChange } from 'lit/html.js';
import uPlot from 'uplot';
import { type Point, showTips, type Tell } from './tip';

/** A chart. uPlot provides axes and brushing; `draw` renders the content in bounded time. */
export interface Chart {
  readonly x: Axis;
  readonly y: Axis;
  readonly height: number;
  readonly draw: (area: Area) => void;
  /** Called with the brushed range in axis values; for a click, both points are equal. */
  readonly choose: (from: Point, to: Point) => void;
  readonly tell: Tell;
}

export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly isShown: boolean;
  /** Its values are counts: no ticks between them. */
  readonly isWhole?: true;
  /** Values with a tick label. uPlot chooses them if absent. */
  readonly ticks?: readonly number[];
  /** `width` of the chart in pixels. */
  readonly text?: (value: number, width: number) => string;
}

/** Drawing area, in canvas pixels. */
export interface Area {
  readonly context: CanvasRenderingContext2D;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per CSS pixel. */
  readonly scale: number;
  readonly colors: Colors;
  readonly font: string;
  readonly xOf: (value: number) => number;
  readonly yOf: (value: number) => number;
}

export interface Colors {
  readonly text: string;
  readonly line: string;
  readonly main: string;
  readonly accent: string;
  readonly pale: string;
}

/**
 * Shows a chart in an element: after the next frame, because text is to be seen first. Redraws it when the chart or the
 * element's width changes.
 */
class Shown extends AsyncDirective {
  private chart: Chart | null = null;
  private plot: uPlot | null = null;
  private observer: ResizeObserver | null = null;

  render(_picture: Chart): unknown {
    return noChange;
  }

  override update(part: ElementPart, [chart]: [Chart]): unknown {
    if (chart === this.chart) return noChange;
    this.chart = chart;
    const element = part.element as HTMLElement;
    if (this.observer === null) this.observer = this.observe(element);
    else this.draw(element);
    return noChange;
  }

  private observe(element: HTMLElement): ResizeObserver {
    const observer = new ResizeObserver(() => {
      if (this.plot === null) this.drawSoon(element);
      else if (element.clientWidth > 0 && this.plot.width !== element.clientWidth) {
        this.plot.setSize({ width: element.clientWidth, height: this.chart!.height });
      }
    });
    observer.observe(element);
    return observer;
  }

  private drawSoon(element: HTMLElement): void {
    requestAnimationFrame(() => {
      if (this.chart !== null && this.plot === null) this.draw(element);
    });
  }

  private draw(element: HTMLElement): void {
    this.plot?.destroy();
    this.plot = element.clientWidth > 0 ? plotOf(element, this.chart!) : null;
  }

  override disconnected(): void {
    this.observer?.disconnect();
    this.plot?.destroy();
    this.plot = null;
    this.observer = null;
    this.chart = null;
  }
}

export const drawnChart = directive(Shown);

function plotOf(element: HTMLElement, chart: Chart): uPlot {
  const { x, y, height } = chart;
  const style = getComputedStyle(element);
  const colors = colorsOf(style);
  const size = Number.parseFloat(style.fontSize);
  const look = { font: `${style.fontSize} ${style.fontFamily}`, colors };
  const canvasFont = `${size * devicePixelRatio}px ${style.fontFamily}`;
  // Half of a label may extend beyond each end of the axis.
  const aside = Math.min(30, widthOf(x, look.font) / 2);
  const ySize = widthOf(y, look.font) + 10;
  const taken = aside + (y.isShown ? ySize : aside);
  const options: uPlot.Options = {
    width: element.clientWidth,
    height,
    legend: { show: false },
    padding: [8, aside, 0, y.isShown ? 0 : aside],
    scales: { x: { time: false, range: () => [x.from, x.to] }, y: { range: () => [y.from, y.to] } },
    axes: [{ ...axisOf(x, size * 1.4 + 4, look), ...fitting(x, taken, look.font) }, axisOf(y, ySize, look)],
    series: [{}, { show: true, stroke: 'transparent', points: { show: false }, paths: () => null }],
    cursor: { y: false, points: { show: false }, drag: { x: true, y: y.isShown, uni: 12, setScale: false } },
    hooks: {
      draw: [(plot) => drawOn(plot, chart, colors, canvasFont)],
      setSelect: [(plot) => chooseFrom(plot, chart)],
      ready: [
        (plot) => {
          listenForClicks(plot, chart);
          showTips(plot, chart.tell);
        },
      ],
    },
  };
  const ends = [x, y].map(({ from, to }) => [from, to]);
  return new uPlot(options, ends as [number[], number[]], element);
}

interface Look {
  readonly font: string;
  readonly colors: Colors;
}

function axisOf({ isShown, isWhole, ticks, text }: Axis, size: number, { font, colors }: Look): uPlot.Axis {
  return {
    show: isShown,
    stroke: colors.text,
    font,
    size,
    gap: 4,
    ticks: { show: false },
    grid: { show: false },
    border: { show: true, stroke: colors.line, width: 1 },
    ...(isWhole === undefined ? {} : { incrs: wholeSteps }),
    ...(ticks === undefined ? {} : { splits: () => [...ticks] }),
    ...(text === undefined
      ? {}
      : { values: ({ width }: uPlot, values: number[]) => values.map((value) => text(value, width)) }),
  };
}

/** Distances of ticks, up to the largest number of characters. */
const wholeSteps = Array.from({ length: 10 }, (_, i) => [1, 2, 5].map((step) => step * 10 ** i)).flat();

/** Labels only as many ticks as fit, always including the first. */
function fitting(axis: Axis, taken: number, font: string): Pick<uPlot.Axis, 'splits'> | null {
  const { ticks, from, to } = axis;
  if (ticks === undefined || ticks.length < 2) return null;
  const needed = widthOf(axis, font) + 6;
  const distance = (ticks.at(-1)! - ticks[0]!) / (ticks.length - 1);
  return {
    splits: ({ width }) => {
      const step = Math.ceil((needed * (to - from)) / (distance * Math.max(1, width - taken)));
      return ticks.filter((_, i) => i % step === 0);
    },
  };
}

/** Width of the widest label of an axis, in pixels. */
function widthOf({ ticks, text, from, to }: Axis, font: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 40;
  context.font = font;
  const texts = (ticks ?? [from, to, (from + to) / 2]).map((value) => text?.(value, 0) ?? `${value}`);
  return Math.max(...texts.map((one) => context.measureText(one).width));
}

function colorsOf(style: CSSStyleDeclaration): Colors {
  const color = (name: string) => style.getPropertyValue(name).trim() || style.color;
  return {
    text: style.color,
    line: color('--chart-line'),
    main: color('--chart-main'),
    accent: color('--chart-accent'),
    pale: color('--chart-pale'),
  };
}

function drawOn(plot: uPlot, chart: Chart, colors: Colors, font: string): void {
  const { left, top, width, height } = plot.bbox;
  const { ctx: context } = plot;
  context.save();
  chart.draw({
    ...{ context, left, top, width, height, colors, font, scale: devicePixelRatio },
    xOf: (value) => plot.valToPos(value, 'x', true),
    yOf: (value) => plot.valToPos(value, 'y', true),
  });
  context.restore();
}

function chooseFrom(plot: uPlot, chart: Chart): void {
  const { left, top, width, height } = plot.select;
  // A drag along one axis selects all of the other.
  const isWide = width > 2 && width < plot.over.clientWidth - 2;
  const isHigh = height > 2 && height < plot.over.clientHeight - 2;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (!isWide && !isHigh) return;
  const at = (x: number, y: number) => ({ x: plot.posToVal(x, 'x'), y: plot.posToVal(y, 'y') });
  const from = at(left, top + height);
  const to = at(left + width, top);
  chart.choose(
    { x: isWide ? from.x : -Infinity, y: isHigh ? from.y : -Infinity },
    { x: isWide ? to.x : Infinity, y: isHigh ? to.y : Infinity },
  );
}

function listenForClicks(plot: uPlot, chart: Chart): void {
  let down: { readonly x: number; readonly y: number } | null = null;
  plot.over.addEventListener('mousedown', ({ clientX: x, clientY: y }) => {
    down = { x, y };
  });
  plot.over.addEventListener('click', ({ clientX, clientY }) => {
    if (down === null || Math.abs(down.x - clientX) > 2 || Math.abs(down.y - clientY) > 2) return;
    const { left, top } = plot.over.getBoundingClientRect();
    const point = { x: plot.posToVal(clientX - left, 'x'), y: plot.posToVal(clientY - top, 'y') };
    chart.choose(point, point);
  });
}
