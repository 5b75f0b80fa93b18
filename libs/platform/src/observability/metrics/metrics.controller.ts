import { type IncomingMessage, type ServerResponse } from 'node:http';
import { All, Controller, Get, MethodNotAllowedException, Optional, Req, Res } from '@nestjs/common';
import Negotiator from 'negotiator';
import { Metrics } from './metrics';
import { contentTypes, metricsText, type MetricsFormat } from './metrics-text';
import { OtherProcesses, sumOfProcesses } from './other-processes';

/** The forms by their media types as callers ask for them; the first one is for those who do not care. */
const formats: ReadonlyMap<string, MetricsFormat> = new Map([
  ['text/plain;version=0.0.4', 'prometheus'],
  ['application/openmetrics-text;version=1.0.0', 'openmetrics'],
]);

/** What Prometheus reads; never asks for credentials. */
@Controller()
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Optional() private readonly others?: OtherProcesses,
  ) {}

  @Get()
  async show(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    const [own, others] = await Promise.all([this.metrics.collect(), this.others?.collect() ?? []]);
    const format = formatFor(request);
    const text = await metricsText(await sumOfProcesses([own, ...others]), format);
    response.writeHead(200, {
      'Content-Type': contentTypes[format],
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    });
    response.end(text);
  }

  /** @throws MethodNotAllowedException always. */
  @All()
  refuseMethod(): never {
    throw new MethodNotAllowedException();
  }
}

function formatFor(request: IncomingMessage): MetricsFormat {
  const [wanted] = new Negotiator(request).mediaTypes([...formats.keys()]);
  return formats.get(wanted ?? '') ?? 'prometheus';
}
