// The charts of the overview: leads by day, by service, by source.
import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from '../../../ui/format-values.ts';
import { ChartPanel } from './chart-panel.tsx';
import { chartTexts as t } from '../overview-texts.ts';
import {
  useLeadCountsByDay,
  type DayCount,
  sumTotals,
  summarizeLeadsByDay,
  useLeadsByService,
  type ServiceCount,
  formatPercent,
  summarizeLeadsByService,
  useLeadsBySource,
  type SourceCount,
  sourceNameOf,
  summarizeLeadsBySource,
} from './lead-counts.ts';
import { formatMonthAndDay } from '../../screen/format-calendar-day.ts';
import styles from './charts.module.css';

/** Percent of the drawing's height: space above the highest bar for its number, and the baseline above the days. */
const [top, floor] = [13, 86];
/** The minimum of the scale, because otherwise a single lead would fill the chart. */
const smallestScale = 2;
const ticks = [0, 8, 15, 22];

interface Bar extends DayCount {
  /** left edge and width of its slot, in percent */
  left: number;
  slot: number;
  height: number;
}

function barsOf(days: readonly DayCount[]): Bar[] {
  const scale = Math.max(smallestScale, ...days.map(({ total }) => total));
  const slot = 100 / days.length;
  return days.map((day, index) => ({
    ...day,
    left: index * slot,
    slot,
    height: (day.total / scale) * (floor - top),
  }));
}

function DayBar({ bar, isToday, hatch }: { bar: Bar; isToday: boolean; hatch: string }) {
  const { day, total, left, slot, height } = bar;
  const x = `${left + slot * 0.12}%`;
  const width = `${slot * 0.76}%`;
  return (
    <g>
      <title>{t.days.bar(formatMonthAndDay(day), formatCount(total))}</title>
      {/* the whole slot reacts to the pointer */}
      <rect className={styles.slot} height={`${floor}%`} width={`${slot}%`} x={`${left}%`} y="0" />
      <rect
        className={isToday ? styles.barOpen : styles.bar}
        fill={isToday ? `url(#${hatch})` : undefined}
        height={`${height}%`}
        width={width}
        x={x}
        y={`${floor - height}%`}
      />
    </g>
  );
}

/** One bar per day. Lengths are in percent and text keeps its size, so it fits any width and text size. */
function DayBars({ days }: { days: readonly DayCount[] }) {
  const hatch = useId();
  const bars = barsOf(days);
  const peak = Math.max(...days.map(({ total }) => total));
  const best = bars.findIndex(({ total }) => total === peak);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, in the colours of the theme
    <svg aria-label={t.days.drawing(summarizeLeadsByDay(days))} className={styles.days} role="img">
      <defs>
        <pattern height="6" id={hatch} patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width="6">
          <rect className={styles.hatch} height="6" width="3" />
        </pattern>
      </defs>
      {bars.map((bar, index) => (
        <DayBar bar={bar} hatch={hatch} isToday={index === bars.length - 1} key={bar.day} />
      ))}
      <line className={styles.floor} x1="0" x2="100%" y1={`${floor}%`} y2={`${floor}%`} />
      {bars.map(({ day, total, left, slot, height }, index) =>
        total > 0 && (peak < 100 || index === best) ? (
          <text
            className={index === best ? styles.barFigure : classNames(styles.barFigure, styles.barFigureMore)}
            dy="-0.375rem"
            key={day}
            textAnchor="middle"
            x={`${left + slot / 2}%`}
            y={`${floor - height}%`}
          >
            {formatCount(total)}
          </text>
        ) : null,
      )}
      {bars.map(({ day, left, slot }, index) =>
        ticks.includes(index) ? (
          <text
            className={index === 0 ? styles.tick : classNames(styles.tick, styles.tickMore)}
            key={day}
            textAnchor={index === 0 ? 'start' : 'middle'}
            x={index === 0 ? '0' : `${left + slot / 2}%`}
            y="99%"
          >
            {formatMonthAndDay(day)}
          </text>
        ) : null,
      )}
      <text className={styles.tick} textAnchor="end" x="100%" y="99%">
        {t.days.today}
      </text>
    </svg>
  );
}

export function LeadsByDayChart() {
  return (
    <ChartPanel
      renderChart={(days) => <DayBars days={days} />}
      id="leads-by-day"
      isEmpty={(days) => sumTotals(days) === 0}
      query={useLeadCountsByDay()}
      table={{
        columns: [t.days.dayColumn, t.days.leadsColumn],
        rows: (days) =>
          days
            .toReversed()
            .map(({ day, total }, index) => [
              index === 0 ? t.days.todayInTable(formatMonthAndDay(day)) : formatMonthAndDay(day),
              formatCount(total),
            ]),
      }}
      summarize={summarizeLeadsByDay}
      title={t.days.title}
    />
  );
}

/** With more bars, a comparison is difficult; the table contains the rest. */
const barsShown = 8;

function nameOf({ service }: ServiceCount): string {
  return service ?? t.services.unspecified;
}

function ServiceBars({ counts }: { counts: readonly ServiceCount[] }) {
  const peak = Math.max(...counts.map(({ total }) => total));
  return (
    <ul className={classNames('stack gap-12 mt-16', styles.services)}>
      {counts.slice(0, barsShown).map((count) => (
        <li key={count.service ?? ''}>
          <span>{nameOf(count)}</span>
          <span className="figure font-bold">{formatCount(count.total)}</span>
          <svg aria-hidden="true">
            <rect
              className={count.service === null ? classNames(styles.bar, styles.barNone) : styles.bar}
              height="100%"
              width={`${(count.total / peak) * 100}%`}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}

export function LeadsByServiceChart() {
  return (
    <ChartPanel
      renderChart={(counts) => <ServiceBars counts={counts} />}
      id="leads-by-service"
      isEmpty={(counts) => counts.length === 0}
      query={useLeadsByService()}
      table={{
        columns: [t.services.serviceColumn, t.services.leadsColumn, t.services.shareColumn],
        rows: (counts) =>
          counts.map((count) => [
            nameOf(count),
            formatCount(count.total),
            formatPercent(count.total, sumTotals(counts)),
          ]),
      }}
      summarize={summarizeLeadsByService}
      title={t.services.title}
    />
  );
}

/** The bar shows all leads; its filled part shows the qualified ones, which the text contains as well. */
function SourceBars({ counts }: { counts: readonly SourceCount[] }) {
  const peak = Math.max(...counts.map(({ total }) => total));
  return (
    <ul className={classNames('stack gap-12 mt-16', styles.services)}>
      {counts.slice(0, barsShown).map((count) => (
        <li key={sourceNameOf(count)}>
          <span>
            <span>{sourceNameOf(count)}</span>
            {count.qualified > 0 && (
              <span className="block muted text-15">{t.sources.qualified(count.qualified)}</span>
            )}
          </span>
          <span className="figure font-bold">{formatCount(count.total)}</span>
          <svg aria-hidden="true">
            <rect className={styles.barAll} height="100%" width={`${(count.total / peak) * 100}%`} />
            <rect className={styles.bar} height="100%" width={`${(count.qualified / peak) * 100}%`} />
          </svg>
        </li>
      ))}
    </ul>
  );
}

export function LeadsBySourceChart() {
  return (
    <ChartPanel
      renderChart={(counts) => <SourceBars counts={counts} />}
      id="leads-by-source"
      isEmpty={(counts) => counts.length === 0}
      query={useLeadsBySource()}
      table={{
        columns: [t.sources.sourceColumn, t.sources.leadsColumn, t.sources.qualifiedColumn],
        rows: (counts) =>
          counts.map((count) => [
            sourceNameOf(count),
            formatCount(count.total),
            formatCount(count.qualified),
          ]),
      }}
      summarize={summarizeLeadsBySource}
      title={t.sources.title}
    />
  );
}
