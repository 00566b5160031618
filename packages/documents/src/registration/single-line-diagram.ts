import type { OfferModule } from '@pv-planning/contract';
import { germanNumber } from '../german.ts';
import type { Registration } from './context.ts';
import {
  activeBattery,
  addsOnlyStorage,
  batteryInverter,
  couplingOf,
  type RegisteredOffer,
  sumOfKnown,
  type Unit,
  unitsOf,
  usableCapacity,
} from './plant.ts';

/** A device, in millimetres from the upper left corner. */
interface Device {
  x: number;
  y: number;
  width: number;
  height: number;
  title: string;
  lines: readonly string[];
}

interface Wire {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  busbar: boolean;
}

export interface Diagram {
  width: number;
  height: number;
  alt: string;
  devices: readonly Device[];
  wires: readonly Wire[];
}

interface Box {
  title: string;
  lines: string[];
}

/** A device connected to the busbar, possibly with others behind it. */
interface Branch {
  device: Box;
  behind?: Box;
}

/** Between the margins of the page. */
const width = 175;
const gap = 4;
const rowHeight = 17;
const rowGap = 6;
/** Maximum number of inverter types with a separate branch. */
const maxUnits = 4;

/** The fields of the form have longer names. */
const maxNameLength = 40;

function shortName(name: string | null): string {
  return name !== null && name.length > maxNameLength ? 'Typ siehe unten' : (name ?? '');
}

const kw = (watts: number) => `${germanNumber(watts / 1000, 2)} kW`;

function modulesOf({ offer }: Registration, unit: Unit, isOnly: boolean): string[] {
  const strings = offer.inverters
    .filter(({ ref }) => unit.refs.includes(ref))
    .flatMap((inverter) => inverter.strings);
  const powerOf = new Map<string | null, number>(
    offer.modules.map(({ ref, product }) => [ref, product.power]),
  );
  const wired = strings.map(({ moduleRef, moduleCount }) => {
    const power = powerOf.get(moduleRef);
    return { count: moduleCount, watts: power === undefined ? null : moduleCount * power };
  });
  const isWhole = strings.length === 0 && isOnly;
  return generator(isWhole ? offer.modules.map(modulesOfLine) : wired, strings.length);
}

interface Modules {
  count: number;
  watts: number | null;
}

const modulesOfLine = ({ quantity, product }: OfferModule): Modules => ({
  count: quantity,
  watts: quantity * product.power,
});

function generator(modules: readonly Modules[], stringCount: number): string[] {
  const count = modules.reduce((sum, line) => sum + line.count, 0);
  if (count === 0) return ['noch nicht verschaltet'];
  const watts = sumOfKnown(modules.map((line) => line.watts));
  const wiring = stringCount === 0 ? [] : [`${stringCount} ${stringCount === 1 ? 'String' : 'Strings'}`];
  return [`${count} Module`, ...(watts === null ? [] : [`${germanNumber(watts / 1000, 2)} kWp`]), ...wiring];
}

function unitBranch(registration: Registration, unit: Unit, isOnly: boolean): Branch {
  const { offer } = registration;
  const { acPower, acApparentPower, phases } = unit.product;
  const power =
    acApparentPower === null ? kw(acPower) : `${kw(acPower)}, ${germanNumber(acApparentPower / 1000, 2)} kVA`;
  const battery = activeBattery(offer);
  const charges = battery && couplingOf(battery) === 'DC' ? batteryInverter(offer, battery) : null;
  const isCharging = charges !== null && unit.refs.includes(charges.ref);
  return {
    device: {
      title: unit.count === 1 ? 'Wechselrichter' : `${unit.count} Wechselrichter`,
      lines: [
        shortName(unit.product.model),
        power,
        phases === 3 ? 'dreiphasig' : 'einphasig',
        ...(isCharging && battery ? [`Speicher (DC) ${germanNumber(usableCapacity(battery))} kWh`] : []),
      ],
    },
    ...(!addsOnlyStorage(offer) && {
      behind: { title: 'PV-Generator', lines: modulesOf(registration, unit, isOnly) },
    }),
  };
}

const systemNames = { PV: 'PV-Anlage', BATTERY: 'Speicher', CHP: 'BHKW', OTHER: 'Anlage' } as const;
/** Maximum number of existing plants with a separate branch. */
const maxExisting = 2;

/** The existing plants at the connection. */
function existingBranches({ project }: Registration): Branch[] {
  const { existingSystems } = project;
  if (existingSystems.length > maxExisting) {
    const kva = sumOfKnown(existingSystems.map(({ apparentPowerKva }) => apparentPowerKva));
    const power = kva === null ? [] : [`zusammen ${germanNumber(kva, 2)} kVA`];
    return [{ device: { title: 'Bestand', lines: [`${existingSystems.length} Anlagen`, ...power] } }];
  }
  return existingSystems.map(({ type, powerKwp, apparentPowerKva }) => ({
    device: {
      title: `Bestand: ${systemNames[type]}`,
      lines: [
        powerKwp === null ? '' : `${germanNumber(powerKwp, 2)} ${type === 'PV' ? 'kWp' : 'kW'}`,
        apparentPowerKva === null ? '' : `${germanNumber(apparentPowerKva, 2)} kVA`,
      ],
    },
  }));
}

/** The modules of an offer whose inverter is not chosen yet. */
function withoutInverter({ modules }: RegisteredOffer): Branch {
  return {
    device: { title: 'Wechselrichter', lines: ['noch offen'] },
    behind: { title: 'PV-Generator', lines: generator(modules.map(modulesOfLine), 0) },
  };
}

/** Maximum number of charging powers with a separate line. */
const maxChargingPowers = 3;

function wallboxesOf({ wallboxes }: RegisteredOffer): string[] {
  const counts = new Map<number, number>();
  for (const { quantity, product } of wallboxes)
    counts.set(product.chargingPower, (counts.get(product.chargingPower) ?? 0) + quantity);
  if (counts.size <= maxChargingPowers)
    return [...counts].map(([watts, count]) => `${count} × ${germanNumber(watts / 1000)} kW`);
  const count = wallboxes.reduce((sum, { quantity }) => sum + quantity, 0);
  const watts = wallboxes.reduce((sum, { quantity, product }) => sum + quantity * product.chargingPower, 0);
  return [`${count} Stück`, `zusammen ${germanNumber(watts / 1000)} kW`];
}

function branchesOf(registration: Registration): Branch[] {
  const { offer } = registration;
  const units = unitsOf(offer);
  const battery = activeBattery(offer);
  const ownBattery = battery && couplingOf(battery) !== 'DC' ? battery : null;
  const left = units.slice(maxUnits);
  return [
    ...existingBranches(registration),
    ...(units.length === 0 && offer.modules.length > 0 ? [withoutInverter(offer)] : []),
    ...units.slice(0, maxUnits).map((unit) => unitBranch(registration, unit, units.length === 1)),
    ...(left.length === 0
      ? []
      : [
          {
            device: {
              title: 'Weitere Wechselrichter',
              lines: [`${left.length} ${left.length === 1 ? 'Typ' : 'Typen'}, siehe E.2`],
            },
          },
        ]),
    ...(ownBattery
      ? [
          {
            device: {
              title: 'Speicher',
              lines: [
                shortName(ownBattery.product.model),
                `${germanNumber(usableCapacity(ownBattery))} kWh nutzbar`,
                couplingOf(ownBattery) === 'AC' ? 'AC-gekoppelt' : 'Kopplung offen',
              ],
            },
          },
        ]
      : []),
    ...(offer.wallboxes.length === 0
      ? []
      : [{ device: { title: 'Ladeeinrichtung', lines: wallboxesOf(offer) } }]),
    { device: { title: 'Verbraucher', lines: ['Kundenanlage'] } },
  ];
}

const meters: Readonly<Record<string, string>> = {
  BIDIRECTIONAL: 'Zweirichtungszähler',
  CASCADE: 'Kaskade',
  CONVERTER: 'Wandlermessung',
  RLM: 'RLM',
};

/** The devices between the busbar and the grid, from top to bottom. */
function connection({ project, operator }: Registration): Box[] {
  const { meteringConcept, meterNumber, mainFuseA, groundingSystem } = project;
  return [
    {
      title: 'Zähler',
      lines: [meteringConcept === null ? '' : (meters[meteringConcept] ?? ''), meterNumber ?? ''],
    },
    {
      title: 'Hausanschluss',
      lines: [
        mainFuseA === null ? '' : `Sicherung ${mainFuseA} A`,
        groundingSystem === null ? '' : `Netzform ${groundingSystem.replaceAll('_', '-')}`,
      ],
    },
    { title: 'Niederspannungsnetz', lines: [operator.name] },
  ];
}

/** Width of the devices below the busbar. */
const belowWidth = 50;
const belowStep = (width - belowWidth) / 2;

/** Draws the single-line diagram: generators at the top, the grid at the bottom. */
export function drawPlant(registration: Registration): Diagram {
  const branches = branchesOf(registration);
  const slot = (width - gap * (branches.length - 1)) / branches.length;
  const deviceWidth = Math.min(slot, 42);
  const deviceY = rowHeight + rowGap;
  const busY = 2 * deviceY;
  const belowY = busY + rowGap;
  const middleOf = (index: number) => index * (slot + gap) + slot / 2;
  const feeder = Math.min(middleOf(0), belowWidth - 4);
  const devices: Device[] = [];
  const wires: Wire[] = [
    { x1: feeder, y1: busY, x2: Math.max(feeder, middleOf(branches.length - 1)), y2: busY, busbar: true },
    vertical(feeder, busY, belowY),
  ];
  for (const [index, { device, behind }] of branches.entries()) {
    const x = middleOf(index);
    devices.push(placed(device, x, deviceY, deviceWidth));
    wires.push(vertical(x, deviceY + rowHeight, busY));
    if (!behind) continue;
    devices.push(placed(behind, x, 0, deviceWidth));
    wires.push(vertical(x, rowHeight, deviceY));
  }
  for (const [index, box] of connection(registration).entries()) {
    const x = belowWidth / 2 + index * belowStep;
    const y = belowY + rowHeight / 2;
    devices.push(placed(box, x, belowY, belowWidth));
    if (index > 0)
      wires.push({ x1: x - belowStep + belowWidth / 2, y1: y, x2: x - belowWidth / 2, y2: y, busbar: false });
  }
  const alt = `Übersichtsschaltbild: ${devices.map(({ title, lines }) => [title, ...lines].join(' ')).join(', ')}`;
  return { width, height: belowY + rowHeight, alt, devices, wires };
}

/** @param x of the middle */
function placed({ title, lines }: Box, x: number, y: number, boxWidth: number): Device {
  const shown = lines.filter((line) => line !== '');
  return { x: x - boxWidth / 2, y, width: boxWidth, height: rowHeight, title, lines: shown };
}

const vertical = (x: number, y1: number, y2: number): Wire => ({ x1: x, y1, x2: x, y2, busbar: false });
