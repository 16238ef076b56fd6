/** The proof of the trade of the other examples, of which every step holds. Nothing but the description of the API shows it. */
export const PROOF = {
  format: 'plecho-proof@1',
  trade: {
    id: '14',
    positionId: '12',
    market: 'main',
    label: 'Синтетический рынок',
    symbol: 'BTCUSDT',
    type: 'long',
    entryPrice: '60000',
    exitPrice: '60600',
    amount: '100',
    leverage: 5,
    size: '500',
    fee: '0',
    pnl: '5',
    pnlPercent: '5',
    insurance: '0',
    reason: 'user',
    liquidationPrice: '48241.20603015',
    takeProfit: null,
    stopLoss: null,
    openTime: 1795003600,
    closeTime: 1795003601,
    entryRecord: {
      seq: '1',
      price: '60000',
      time: 1795003600000,
    },
    exitRecord: {
      seq: '2',
      price: '60600',
      time: 1795003601000,
    },
    bestPrice: null,
    worstPrice: null,
    path: null,
    seasonEnd: false,
    parts: [],
    rest: '0',
  },
  market: {
    id: 'main',
    definition:
      'cGxlY2hvLW1hcmtldEAxCnsiY29tbWl0bWVudCI6bnVsbCwibWFya2V0Ijp7ImlkIjoibWFpbiIsImtpbmQiOiJzeW50aGV0aWMiLCJsYWJlbCI6ItCh0LjQvdGC0LXRgtC40YfQtdGB0LrQuNC5INGA0YvQvdC+0LoiLCJzdGFydEF0IjoxNzk1MDAwMDAwfSwib3JpZ2luIjoicGxlY2hvLmxvZy82ZjFjMWIwZS04YTQzLTRjM2UtOWE1NS0wZDZhM2I3YzlmMTAvbWFpbiIsInBhcmFtZXRlcnMiOnt9LCJwcmljZURlY2ltYWxzIjpbMl0sInJldmVhbGVkIjpudWxsLCJydWxlcyI6eyJqdW1wQ29uZmlybU1zIjozMDAwMCwibWFpbnRlbmFuY2UiOiI1MDAwIiwibWF4SnVtcCI6IjMwMDAwMCIsInN0YWxlQWZ0ZXJNcyI6MTAwMDAsInRha2VyRmVlIjoiMCJ9LCJzcHJlYWRzIjp7fSwic3RhcnRCYWxhbmNlIjoiMTAwMDAwMDAwMCIsInN5bWJvbHMiOlsiQlRDVVNEVCJdfQo=',
    proof:
      'c2sp.org/tlog-proof@v1\nindex 0\nwbIFld8rxbui029p6sJVAIUMDAJDb/TZNH+jTsCzc3A=\n8JTbW5gKEq/+VgFyEaK2397TUEhbEHzqGdMyPzrfiEE=\n\nplecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main\n3\nq+1eWg9I7qWFBdidesvrnSEEJpxQVHqDXY7SHPYo/hc=\n\n— plecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main ZDU2738VAINvyJ2jjKhqHmlw/h7a0a4xz6zEAKeTAE1XmQXCAG6DuA34CRr6Jz0gw3N4hyff8rXXXHVd4cf6S2F1Ew4=\n',
  },
  entry: {
    frame: 'RgGEoLX0njQBAAEAAQgAwKkHhw4=',
    proof:
      'c2sp.org/tlog-proof@v1\nindex 1\nsVooXkhAcYSkfn48gMv3WXSyeDSqnZJ/I41XcTadTMk=\n8JTbW5gKEq/+VgFyEaK2397TUEhbEHzqGdMyPzrfiEE=\n\nplecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main\n3\nq+1eWg9I7qWFBdidesvrnSEEJpxQVHqDXY7SHPYo/hc=\n\n— plecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main ZDU2738VAINvyJ2jjKhqHmlw/h7a0a4xz6zEAKeTAE1XmQXCAG6DuA34CRr6Jz0gw3N4hyff8rXXXHVd4cf6S2F1Ew4=\n',
  },
  exit: {
    frame: 'RgHsp7X0njQCAAEAAQgA8LIHhw4=',
    proof:
      'c2sp.org/tlog-proof@v1\nindex 2\nzWWRN841mUDm7sWJyUKwpXRI92LE/GddcNh+GNDJfVk=\n\nplecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main\n3\nq+1eWg9I7qWFBdidesvrnSEEJpxQVHqDXY7SHPYo/hc=\n\n— plecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main ZDU2738VAINvyJ2jjKhqHmlw/h7a0a4xz6zEAKeTAE1XmQXCAG6DuA34CRr6Jz0gw3N4hyff8rXXXHVd4cf6S2F1Ew4=\n',
  },
  key: 'plecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main+643536ef+AUQpkwZQBKoeTEj03QFYGUwCNJvMZkzZbkAOommRio1R',
  signature:
    'plecho-proof@1\nplecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main\nce37027340f4a11bdd6451ddfe34416c75f45e4ec67b83270c996df691b36abd\n\n— plecho.log/6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10/main ZDU27zsuB3xy27HTEGbz3lZn9HjumRajOINThNnfGMha8ME7XhuzSNb+HKP2Ro20T03hz+TYNFhqP/YwXDVZQVvYKwc=\n',
};
