export { FirstSamples } from './first-samples';
