import { germanNumber } from '../german.ts';
import type { Registration } from './context.ts';
import {
  activeBattery,
  batteryInverter,
  couplingOf,
  kilo,
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

/** What is connected to the busbar: a device, perhaps with others behind it. */
interface Branch {
  device: Box;
  behind?: Box;
}

const width = 180;
const gap = 4;
const rowHeight = 17;
const rowGap = 6;
/** Types of inverter that have a branch of their own. */
const maxUnits = 4;

const kw = (watts: number) => `${germanNumber(watts / 1000, 2)} kW`;

function modulesOf({ offer }: Registration, unit: Unit, isOnly: boolean): string[] {
  const strings = offer.inverters
    .filter(({ ref }) => unit.refs.includes(ref))
    .flatMap((inverter) => inverter.strings);
  const powerOf = new Map(offer.modules.map(({ ref, product }) => [ref, product.power]));
  const wired = strings.map(({ moduleRef, moduleCount }) => ({
    count: moduleCount,
    watts: moduleCount * (powerOf.get(moduleRef ?? '') ?? 0),
  }));
  const all = offer.modules.map(({ quantity, product }) => ({
    count: quantity,
    watts: quantity * product.power,
  }));
  const modules = strings.length === 0 && isOnly ? all : wired;
  const count = modules.reduce((sum, line) => sum + line.count, 0);
  if (count === 0) return ['noch nicht verschaltet'];
  const watts = modules.reduce((sum, line) => sum + line.watts, 0);
  const wiring =
    strings.length === 0 ? [] : [`${strings.length} ${strings.length === 1 ? 'String' : 'Strings'}`];
  return [`${count} Module`, `${germanNumber(watts / 1000, 2)} kWp`, ...wiring];
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
        unit.product.model ?? '',
        power,
        phases === 3 ? 'dreiphasig' : 'einphasig',
        ...(isCharging && battery ? [`Speicher (DC) ${germanNumber(usableCapacity(battery))} kWh`] : []),
      ],
    },
    behind: { title: 'PV-Generator', lines: modulesOf(registration, unit, isOnly) },
  };
}

function branchesOf(registration: Registration): Branch[] {
  const { offer } = registration;
  const units = unitsOf(offer);
  const battery = activeBattery(offer);
  const ownBattery = battery && couplingOf(battery) !== 'DC' ? battery : null;
  const left = units.slice(maxUnits);
  return [
    ...units.slice(0, maxUnits).map((unit) => unitBranch(registration, unit, units.length === 1)),
    ...(left.length === 0
      ? []
      : [{ device: { title: 'Weitere Wechselrichter', lines: [`${left.length} Typen, siehe E.2`] } }]),
    ...(ownBattery
      ? [
          {
            device: {
              title: 'Speicher',
              lines: [
                ownBattery.product.model ?? '',
                `${germanNumber(usableCapacity(ownBattery))} kWh nutzbar`,
                couplingOf(ownBattery) === 'AC' ? 'AC-gekoppelt' : 'Kopplung offen',
              ],
            },
          },
        ]
      : []),
    ...(offer.wallboxes.length === 0
      ? []
      : [
          {
            device: {
              title: 'Ladeeinrichtung',
              lines: offer.wallboxes
                .slice(0, 3)
                .map(
                  ({ quantity, product }) =>
                    `${quantity} × ${germanNumber(kilo(product.chargingPower) ?? 0)} kW`,
                ),
            },
          },
        ]),
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

/** Draws the single-line diagram: generators at the top, the grid at the bottom. */
export function drawPlant(registration: Registration): Diagram {
  const branches = branchesOf(registration);
  const slot = (width - gap * (branches.length - 1)) / branches.length;
  const deviceWidth = Math.min(slot, 42);
  const busY = 2 * (rowHeight + rowGap);
  const devices: Device[] = [];
  const wires: Wire[] = [];
  const place = ({ title, lines }: Box, x: number, y: number, boxWidth: number) =>
    devices.push({
      x: x - boxWidth / 2,
      y,
      width: boxWidth,
      height: rowHeight,
      title,
      lines: lines.filter((line) => line !== ''),
    });
  const centers = branches.map((_, index) => index * (slot + gap) + slot / 2);
  for (const [index, { device, behind }] of branches.entries()) {
    const x = centers[index] ?? 0;
    const y = rowHeight + rowGap;
    if (behind) {
      place(behind, x, 0, deviceWidth);
      wires.push({ x1: x, y1: rowHeight, x2: x, y2: y });
    }
    place(device, x, y, deviceWidth);
    wires.push({ x1: x, y1: y + rowHeight, x2: x, y2: busY });
  }
  const middle = width / 2;
  wires.push({ x1: Math.min(middle, ...centers), y1: busY, x2: Math.max(middle, ...centers), y2: busY });
  const below = connection(registration);
  const belowWidth = 56;
  const step = belowWidth + 6;
  const belowY = busY + rowGap;
  for (const [index, box] of below.entries()) {
    const x = middle + (index - 1) * step;
    place(box, x, belowY, belowWidth);
    if (index > 0)
      wires.push({
        x1: x - step + belowWidth / 2,
        y1: belowY + rowHeight / 2,
        x2: x - belowWidth / 2,
        y2: belowY + rowHeight / 2,
      });
  }
  const first = middle - step;
  wires.push({ x1: first, y1: busY, x2: first, y2: belowY });
  wires.push({ x1: first, y1: busY, x2: Math.min(middle, ...centers), y2: busY });
  return {
    width,
    height: belowY + rowHeight,
    alt: `Übersichtsschaltbild: ${devices.map(({ title }) => title).join(', ')}`,
    devices,
    wires,
  };
}
