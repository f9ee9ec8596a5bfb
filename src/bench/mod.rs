//! (module bench)
