export { SideBadge } from './badge.tsx';
