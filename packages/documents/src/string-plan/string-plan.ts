import { addressLines } from '../address.ts';
import type { Job } from '../child/messages.ts';
import { germanDate, germanDay, germanNumber } from '../german.ts';
import { layoutJob } from '../layout-job.ts';
import { inverterTables, siteReport } from './electrical.ts';
import { findingRows, reasonsAgainst } from './findings.ts';
import {
  countsOf,
  inverterNames,
  isUnwired,
  type PrintedStringPlan,
  stringsOf,
} from './printed-string-plan.ts';
import {
  drawnRoofs,
  linesByRef,
  openPoints,
  roofPages,
  roofProblems,
  type StringRoof,
} from './roof-pages.ts';

/** The missing data of the plan. */
function missing(printed: PrintedStringPlan, roofs: readonly StringRoof[]): string[] {
  const { plan } = printed;
  const names = inverterNames(plan);
  const unwired = plan.inverters.filter(isUnwired).map(({ ref }) => names.get(ref) ?? ref);
  const lines = linesByRef(printed);
  const hasStrings = stringsOf(plan).length > 0;
  return [
    ...(plan.inverters.length === 0 ? ['Das Angebot hat keinen Wechselrichter.'] : []),
    ...(lines.size === 0 ? ['Das Angebot hat keine Module.'] : []),
    ...(plan.inverters.length > 0 && lines.size > 0 && !hasStrings
      ? ['Die Module sind noch nicht verschaltet.']
      : []),
    ...(hasStrings && unwired.length > 0 ? [`Wechselrichter ohne Strings: ${unwired.join('; ')}`] : []),
    ...countsOf(plan.unwired.map(({ moduleRef, count }) => [lines.get(moduleRef) ?? moduleRef, count])).map(
      (modules) => `${modules} ohne String`,
    ),
    ...openPoints(roofs),
  ];
}

/** Returns the plan of the strings: an overview, a page for each roof, and a page to fill in on site. */
export function stringPlanDocument(printed: PrintedStringPlan): Promise<Job> {
  const { number, time, companyName, customerName, projectName, address, plan, optimizers } = printed;
  const left = plan.findingCount - plan.findings.length;
  const hasStrings = stringsOf(plan).length > 0;
  const roofs = drawnRoofs(printed);
  const [coldest, hottest] = [plan.designTempMin, plan.designTempMax].map((degrees) => germanNumber(degrees));
  const data = {
    title: `Stringplan ${number}`,
    author: companyName,
    date: germanDate(time),
    facts: [
      ['Kunde', customerName ?? '–'],
      [
        'Anlage',
        [projectName ?? '', ...addressLines(address)].filter((part) => part !== '').join(', ') || '–',
      ],
      ['Leistung', `${germanNumber(plan.systemPowerKwp)} kWp`],
      ['Auslegung', `${coldest} °C bis ${hottest} °C Zelltemperatur`],
      ['Stand', germanDay(time)],
    ],
    reasonsAgainst: reasonsAgainst(plan, roofProblems(printed)),
    missing: missing(printed, roofs),
    roofs: roofPages(printed, roofs),
    inverters: inverterTables(printed),
    findings: findingRows(plan),
    noFindings: hasStrings ? 'Alle Prüfungen ohne Befund.' : 'Ohne Strings gibt es nichts zu prüfen.',
    site: hasStrings ? siteReport(printed) : null,
    notes: [
      ...(left > 0 ? [`${left} weitere Befunde sind nicht aufgeführt.`] : []),
      ...(hasStrings
        ? [
            ...(plan.inverters.every(({ ref }) => optimizers.has(ref))
              ? []
              : [
                  `Uoc kalt bei ${coldest} °C, Umpp heiß bei ${hottest} °C. Isc heiß mit bifazialem Mehrertrag.`,
                ]),
            'Bezeichnung der Strings: Wechselrichter.MPP-Tracker.String.',
          ]
        : []),
    ],
  };
  return layoutJob('string-plan', data, { time });
}
