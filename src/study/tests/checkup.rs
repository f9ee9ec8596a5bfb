use super::*;
use crate::measure::Load;

/// Says nothing of what it hears.
struct Deaf;

impl Listener for Deaf {
    fn event(&mut self, _: &harness::Event) {}
}

fn without_device(surroundings: MachineState) -> Checkup {
    Checkup::of(&[], &Selector::Auto, surroundings, &mut Deaf)
}

#[test]
fn a_machine_without_a_driver_has_the_simulator_and_what_to_install_comes_first() {
    let found = without_device(MachineState { on_battery: Some(true), ..MachineState::default() });
    assert!(found.timed.is_none() && !found.simulator.is_empty());
    assert!(found.advice[0].contains("no driver") && found.advice[1].contains("plug it in"), "{:?}", found.advice);
    assert!(found.advice[0].contains("`--device sim`"), "{:?}", found.advice);
}

#[test]
fn other_work_is_told_from_what_the_host_takes() {
    let of = |others: f64, stolen: f64| {
        let load = Some(Load { processors: 2, others, stolen });
        without_device(MachineState { load, ..MachineState::default() }).advice
    };
    assert!(of(1.0, 0.0)[1].contains("other processes took 1.0 of the 2") && of(1.0, 0.0)[1].contains("close them"));
    assert!(of(0.0, 0.5)[1].contains("virtual machine") && !of(0.0, 0.5)[1].contains("close"));
    assert_eq!(of(0.01, 0.01).len(), 1);
}

#[test]
fn a_governor_matters_only_to_a_device_that_runs_on_the_processor() {
    let found = without_device(MachineState { governor: Some("powersave".to_owned()), ..MachineState::default() });
    assert!(found.advice.iter().all(|line| !line.contains("governor")), "{:?}", found.advice);
}

#[test]
fn a_gpu_that_others_use_or_whose_clock_is_held_down_is_told() {
    let gpu = |busy, held_down: &[&str]| {
        let held_down = held_down.iter().map(|reason| (*reason).to_owned()).collect();
        Some(crate::device::GpuState { busy, held_down, ..Default::default() })
    };
    let reported = |gpu, gpu_others| without_device(MachineState { gpu, gpu_others, ..MachineState::default() }).advice;
    assert!(reported(gpu(Some(0.4), &[]), None)[1].contains("used the GPU for 40 %"));
    assert!(reported(gpu(Some(0.0), &[]), Some(0.2))[1].contains("used the GPU for 20 %"));
    assert!(reported(gpu(None, &["heat"]), None)[1].contains("held down (heat)"));
    assert_eq!(reported(gpu(Some(0.01), &[]), Some(0.0)).len(), 1);
}
